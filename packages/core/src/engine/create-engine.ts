import type { EngineOptions } from "./calls/engine-options.ts";
import { explained } from "./calls/explained.ts";
import { findOperation } from "./calls/find-operation.ts";
import { prepareCall } from "./calls/prepare-call.ts";
import type { EngineRequest } from "./calls/request.ts";
import { type Result, rejected } from "./calls/result.ts";
import { unlessNeeded } from "./calls/unless-needed.ts";
import { describeNamed } from "./describe/describe-named.ts";
import { explainCall } from "./describe/explain-call.ts";
import type { Engine } from "./engine.ts";
import { findTarget } from "./find/find-target.ts";
import { beginHistory } from "./journal/begin-history.ts";
import { trimHistory } from "./journal/trim-history.ts";
import { journals } from "./journals.ts";
import { loadSources } from "./loading/load-sources.ts";
import { unloadTables } from "./loading/unload-tables.ts";
import { openingOf } from "./stored/opening-of.ts";
import { refuseSources } from "./stored/refuse-sources.ts";
import { storedTablesOf } from "./stored/stored-tables-of.ts";
import { tableCalls } from "./table-calls.ts";

/** Opens the store for the application's tables and answers an engine over it. The engine closes the store. */
export async function createEngine(options: EngineOptions): Promise<Engine> {
  const { definition, store } = options;
  const tables = storedTablesOf(definition);
  refuseSources(tables, store);
  await store.open(tables, openingOf(options));
  await beginHistory(options);
  const ownExecute = (request: EngineRequest) => execute(options, request);
  return {
    app: definition,
    execute: ownExecute,
    ...tableCalls(ownExecute),
    schema: ((name?: string) => describeNamed(definition, name)) as Engine["schema"],
    explain: (request) => explainCall(options, request),
    load: (sources, load) => loadSources(options, sources, load),
    unload: (tables, take, unload) => unloadTables(options, tables, take, unload),
    ...journals(store),
    trimHistory: (isOver) => trimHistory(options, isOver),
    check: async () => store.check?.(),
    close: () => store.close(),
  };
}

async function execute(options: EngineOptions, request: EngineRequest): Promise<Result> {
  const { definition, store } = options;
  const target = findTarget(definition, request.table, request.nameable);
  if (target.output === undefined) return rejected(target.diagnostics);
  const operation = findOperation(definition, target.output, request);
  if (operation.output === undefined) return rejected(operation.diagnostics);
  const { name, run } = operation.output;
  const { output: prepared, diagnostics } = await prepareCall(options, target.output, request, name);
  if (prepared === undefined) return rejected(diagnostics);
  const result = explained(definition, run(prepared, store, request), rejected);
  return unlessNeeded(prepared, await result.finally(prepared.tellObserver));
}
