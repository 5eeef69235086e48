import { diagnose, suggest } from "../diagnostics/index.ts";
import { explainFault, findName, RunFault } from "../expression/index.ts";
import type { AppDefinition } from "../schema/index.ts";
import type { Store } from "../storage/index.ts";
import { addRecords } from "./add-records.ts";
import type { Call } from "./call.ts";
import { deleteRecords } from "./delete-records.ts";
import { editRecords } from "./edit-records.ts";
import type { Engine } from "./engine.ts";
import { findRecords } from "./find-records.ts";
import { findTarget } from "./find-target.ts";
import { makeCall } from "./make-call.ts";
import type { EngineRequest } from "./request.ts";
import { type Rejected, type Result, rejected } from "./result.ts";
import type { Services } from "./services.ts";
import { storedTableOf } from "./stored-table-of.ts";
import { unfinishedParts } from "./unfinished-parts.ts";

export interface EngineOptions {
  readonly definition: AppDefinition;
  readonly store: Store;
  readonly services: Services;
}

/**
 * Opens the store for the application's tables and answers an engine over it. The engine closes the store.
 * Rejects a definition that asks for what the engine does not carry out yet.
 */
export async function createEngine({ definition, store, services }: EngineOptions): Promise<Engine> {
  const unfinished = unfinishedParts(definition);
  if (unfinished.length > 0) throw new TypeError(`This version does not carry out ${unfinished.join(", ")}.`);
  await store.open([...definition.tables.values()].map(storedTableOf));
  return {
    app: definition,
    execute: (request) => execute(definition, store, services, request),
    close: () => store.close(),
  };
}

type Operation = (call: Call, store: Store, request: EngineRequest) => Promise<Result>;

/** The operations every table has; the names of actions come beside them. */
const OPERATIONS: ReadonlyMap<string, Operation> = new Map([
  ["Add", addRecords],
  ["Edit", editRecords],
  ["Delete", deleteRecords],
  ["Find", findRecords],
]);

async function execute(
  app: AppDefinition,
  store: Store,
  services: Services,
  request: EngineRequest,
): Promise<Result> {
  const target = findTarget(app, request.table);
  if (target.output === undefined) return rejected(target.diagnostics);
  const action = nameOfOperation(request.action);
  const operation = OPERATIONS.get(action ?? "");
  if (action === undefined || operation === undefined) return unknownAction(request.action);
  const { output: call, diagnostics } = makeCall(app, target.output, services, request, action);
  return call === undefined ? rejected(diagnostics) : withinLimits(operation(call, store, request));
}

/** A limit met by an expression that belongs to no row of the request is a mistake of the call as a whole. */
async function withinLimits(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (thrown) {
    if (thrown instanceof RunFault) return rejected([explainFault(thrown)]);
    throw thrown;
  }
}

function nameOfOperation(action: string): string | undefined {
  const names = [...OPERATIONS.keys()].map((name) => ({ name }));
  return findName(names, action).found?.name;
}

function unknownAction(action: string): Rejected {
  const actions = [...OPERATIONS.keys()];
  return rejected([
    diagnose("request/unknown-action", { action, actions, suggestion: suggest(action, actions) }),
  ]);
}
