import { diagnose, noOutput, type Outcome } from "../diagnostics/index.ts";
import { countRemembered, findName } from "../expression/parts.ts";
import { MigrationRefused, type Store } from "../storage/index.ts";
import { countLocales, countTimeZones } from "../values/index.ts";
import type { EngineOptions } from "./calls/engine-options.ts";
import { hostCodes, withoutCode } from "./calls/host-codes.ts";
import type { EngineRequest, Nameable } from "./calls/request.ts";
import { tableCalls } from "./calls/table-calls.ts";
import { refusingFunctions, withinCalls } from "./calls/within-function.ts";
import { checkEngineOptions, checkingCalls } from "./check-calls.ts";
import { decideOnFacts, explainOnFacts } from "./decide-on-facts.ts";
import { describeApp, describeDecisionRows, describeNamed } from "./describe/describe-app.ts";
import { explainCall } from "./describe/explain-find.ts";
import type { Engine } from "./engine.ts";
import {
  definitionsTable,
  keepDefinition,
  latestDefinition,
  loadKept,
  noteSave,
  readDefinitions,
  savesOf,
  savesTable,
} from "./engine-tables/definitions-table.ts";
import { EventListeners, eventOrder } from "./event-order/event-order.ts";
import { executeBatch } from "./execute-batch.ts";
import { executeCall, summariseRecords } from "./execute-call.ts";
import { journals } from "./journal/journals.ts";
import { beginHistory } from "./journal/read-entries.ts";
import { changesAfter } from "./journal/reading/changes-after.ts";
import { historyOfRow } from "./journal/reading/history-of-row.ts";
import { trimHistory } from "./journal/trim-history.ts";
import { LiveSelectors } from "./live/live-selectors.ts";
import { loadSources } from "./loading/load-sources.ts";
import { unloadTables } from "./loading/unload-tables.ts";
import { backtest, beginReplay, whyThen } from "./past/backtest.ts";
import { compareRows } from "./past/compare-rows.ts";
import { runSchedules } from "./schedules/run-schedules.ts";
import { openingOf } from "./stored/opening-of.ts";
import { storeServing, succeeding } from "./stored/serving-definition.ts";
import { refuseSources, storedTablesOf, systemTables } from "./stored/stored-tables-of.ts";
import { undoCall } from "./undo/undo-call.ts";
import { whyBatch, whyCall } from "./why/why-call.ts";

/**
 * Opens the store for the application's tables and answers an engine over it. The engine closes the store. Rejects with a TypeError
 * for an option that there is not or that is none.
 */
export async function createEngine(options: EngineOptions): Promise<Engine> {
  checkEngineOptions(options);
  return succeeding(options.store, () => makeEngine(options));
}

async function makeEngine(given: EngineOptions): Promise<Engine> {
  const { definition, readOnly } = given;
  const { functionCalls } = given.store;
  const codes = withinCalls(hostCodes(given), functionCalls);
  const { keepsVersions = false } = given;
  const keeps = (definition.hasHistory || keepsVersions) && !readOnly && !given.store.keepsNothing;
  const stored = storedTablesOf(definition);
  const tables = given.store.keepsNothing ? stored.filter(({ name }) => !systemTables.has(name)) : stored;
  refuseSources(tables, given.store);
  const store = storeServing(readOnly ? readOnlyStore(given.store) : given.store, tables);
  const listeners = new EventListeners(given.services);
  const options = { ...given, store, codes, reportEvent: listeners.report };
  const kept = [...(keeps ? [definitionsTable] : []), ...(keepsVersions ? [savesTable] : [])];
  await store.open([...tables, ...kept], openingOf(options));
  if (!readOnly) await beginHistory(options);
  if (keeps) await keepDefinition(definition, store, given.services.now());
  const ownExecute = (request: EngineRequest) => executeCall(options, request);
  const live = new LiveSelectors(options);
  const engine: Engine = {
    app: definition,
    execute: ownExecute,
    batch: (request) => executeBatch(options, request),
    ...tableCalls(ownExecute),
    schema: ((name?: string, nameable?: Nameable) =>
      name === undefined
        ? describeApp(definition, nameable)
        : describeNamed(definition, name, nameable)) as Engine["schema"],
    decide: async (name, facts, asked = {}) => one(await decideOnFacts(options, name, [facts], asked)),
    decideMany: (name, list, asked = {}) => decideOnFacts(options, name, list, asked),
    decisionRows: (name) => {
      const decision = findName([...definition.decisions.values()], name).match;
      return decision && describeDecisionRows(decision);
    },
    explainDecision: async (name, facts, asked = {}) =>
      one(await explainOnFacts(options, name, [facts], asked)),
    explainDecisions: (name, list, asked = {}) => explainOnFacts(options, name, list, asked),
    summarise: (request) => summariseRecords(options, request),
    explain: (request) => explainCall(options, request),
    why: (request) => whyCall(options, request),
    whyBatch: (request) => whyBatch(options, request),
    load: (sources, load) => loadSources(options, sources, load),
    unload: (tables, take, unload) => unloadTables(options, tables, take, unload),
    ...journals(store),
    backtest: (candidate, past) => backtest(options, candidate, past),
    shadow: (candidate, past) => beginReplay(options, candidate, past),
    whyThen: (call, past) => whyThen(options, call, past),
    compareRows: (candidate, comparison) => compareRows(options, candidate, comparison),
    keptDefinitions: () => readDefinitions(store),
    saves: () => savesOf(store),
    noteSave: (save) => noteSave(store, save),
    history: (request) => historyOfRow(options, request),
    changes: (request) => changesAfter(options, request),
    live: (request) => live.open(request),
    undo: (request) => undoCall(options, request),
    trimHistory: (isOver) => trimHistory(options, isOver),
    onEvent: (listener) => listeners.add(listener),
    eventOrder: eventOrder(options),
    steps: given.steps ?? {},
    runSchedules: () => runSchedules(options),
    refill: async () => {
      if ((await store.isFilled?.()) === false && !readOnly) await store.open(tables, openingOf(options));
    },
    check: async () => store.check?.(),
    close: async () => {
      await live.close();
      await store.close();
    },
  };
  return refusingFunctions(checkingCalls(engine), functionCalls);
}

/** A store in which nothing is changed: opening it refuses what is missing, and writing is refused. */
function readOnlyStore(store: Store): Store {
  return {
    ...store,
    open: (tables, { fill: _, fillInParts: __, ...opening } = {}) =>
      store.open(tables, { ...opening, readOnly: true }),
    write: async () => {
      throw new ReadOnly("This server changes no rows: it was started only for reading.");
    },
  };
}

class ReadOnly extends Error {
  readonly code = "server/read-only";
}

function one<R>(results: readonly R[]): R {
  return results[0] as R;
}

/** Entries of what is kept under names that callers choose, in the whole process: expressions that were checked, Locales and time zones. */
export function cacheSizes(): Readonly<Record<"expressions" | "locales" | "timeZones", number>> {
  return { expressions: countRemembered(), locales: countLocales(), timeZones: countTimeZones() };
}

/**
 * An engine that only reads a store, by the definition that the store was opened with last: for tools that know nothing but the store.
 * Functions of the definition that are not given fail when they are called.
 */
export async function engineOfStore(
  options: Pick<EngineOptions, "store" | "services" | "functions">,
): Promise<Outcome<Engine>> {
  const { store, functions = [] } = options;
  const refused = (reason: string) => noOutput([diagnose("history/no-definition", { reason })]);
  try {
    await store.open([definitionsTable], { readOnly: true });
  } catch (error) {
    if (error instanceof MigrationRefused) return refused("It keeps none.");
    throw error;
  }
  const kept = await store.read(latestDefinition, { searches: true });
  if (kept === undefined) return refused("It keeps none.");
  const definition = loadKept(kept, functions);
  if (typeof definition === "string") return refused(definition);
  const given = [...functions, ...withoutCode(definition)];
  const engine = await createEngine({ ...options, definition, functions: given, readOnly: true });
  return { output: engine, diagnostics: [] };
}
