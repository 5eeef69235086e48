import { ANY, checkForms, type Forms, ifGiven, isRecord, oneOfWords } from "../diagnostics/index.ts";
import { A_TEXT, FUNCTION, hasAll, PROPERTIES, WHO_ASKS } from "./access/check-caller.ts";
import { defaultEngineLimits, type EngineLimits, type EngineOptions } from "./calls/engine-options.ts";
import type { BatchCall, BatchRequest, EngineRequest, LiveRequest } from "./calls/request.ts";
import type { TableFindOptions } from "./calls/table-calls.ts";
import { type EngineCall, mapCalls } from "./calls/within-function.ts";
import type { ExplainRequest } from "./describe/explain-find.ts";
import type { Engine } from "./engine.ts";
import type { ChangesRequest, HistoryRequest } from "./journal/reading/visible-changes.ts";
import type { LoadOptions, LoadSource } from "./loading/load-request.ts";
import type { UnloadOptions } from "./loading/unload-tables.ts";
import type { BacktestOptions, ShadowOptions } from "./past/backtest.ts";
import type { ScheduleRequest } from "./schedules/run-schedules.ts";
import type { SummaryRequest } from "./summary/read-summary.ts";
import type { UndoRequest } from "./undo/undo-call.ts";
import { wires } from "./wires/index.ts";

/** Throws a TypeError for unknown options of an engine, and for those of another form. */
export function checkEngineOptions(options: EngineOptions): void {
  checkForms("createEngine", options, ENGINE_OPTIONS);
  if (options.limits !== undefined) checkForms('createEngine, for "limits",', options.limits, LIMITS);
}

const FLAG = ifGiven((value) => typeof value === "boolean", "true or false");
const ID = [(value: unknown) => typeof value === "string", "the id of a call"] as const;
const NAME = [(value: unknown) => typeof value === "string", "a text"] as const;

const ENGINE_OPTIONS: Forms<EngineOptions> = {
  definition: [isDefinition, "the output of loadDefinition"],
  store: [(value) => hasAll(value, ["open", "read", "write", "close"]), "a store"],
  services: [(value) => hasAll(value, ["now", "random", "newId"]), "an object with now, random and newId"],
  readOnly: FLAG,
  keepsVersions: FLAG,
  limits: ANY,
  steps: ifGiven(
    (value) => isRecord(value) && hasAll(value, Object.keys(value)),
    "an object of functions by the names of steps",
  ),
  functions: ANY,
  observer: ifGiven((value) => hasAll(value, ["evaluates", "acts"]), "an object with evaluates and acts"),
};

const LIMITS: Forms<EngineLimits> = {
  ...(Object.fromEntries(Object.keys(defaultEngineLimits).map((name) => [name, ANY])) as {
    readonly [Name in keyof typeof defaultEngineLimits]: undefined;
  }),
  fuel: ANY,
  milliseconds: ANY,
  textLength: ANY,
  listLength: ANY,
};

/**
 * The same engine, which throws a TypeError for a call of another form before anything is done. A misspelt member that were ignored may
 * have been the one that keeps a call from writing. Every call checks its rows itself.
 */
export function checkingCalls(engine: Engine): Engine {
  return mapCalls(engine, (name, call) => {
    const check = CHECKS[name] as EngineCall | undefined;
    if (check === undefined) return undefined;
    return (...given) => {
      check(...given);
      return call(...given);
    };
  });
}

type Checks = {
  readonly [Name in keyof Engine]?: Engine[Name] extends (...given: infer Given) => unknown
    ? (...given: Given) => void
    : never;
};

const OF_ALL: Forms<Omit<EngineRequest, "action" | "table" | "rows">> = {
  ...WHO_ASKS,
  idempotencyKey: A_TEXT,
  wire: oneOfWords(...wires.map(({ name }) => name)),
  rowsAs: oneOfWords("objects", "json"),
  turn: ANY,
  signal: ANY,
  reportFuel: ANY,
};
/** A program may spread a request into one of another kind, so each takes the members of all calls. */
const REQUEST: Forms<EngineRequest> = { ...OF_ALL, action: ANY, table: ANY, rows: ANY };
const SUMMARY: Forms<SummaryRequest & ExplainRequest> = { ...REQUEST, by: ANY, values: ANY };
const HISTORY: Forms<HistoryRequest> = { ...REQUEST, key: NAME };
const CHANGES: Forms<ChangesRequest> = {
  ...REQUEST,
  after: ANY,
  isTrusted: ANY,
  limit: [isCount, "a whole number from 1"],
};
const LIVE: Forms<LiveRequest> = { ...REQUEST, after: A_TEXT };
const UNDO: Forms<UndoRequest> = { ...REQUEST, call: ID };
const SCHEDULE: Forms<ScheduleRequest> = { ...REQUEST, rule: NAME };
const BATCH: Forms<BatchRequest> = { ...OF_ALL, calls: [Array.isArray, "a list of calls"] };
const BATCH_CALL: Forms<BatchCall> = { action: NAME, table: NAME, rows: ANY, properties: PROPERTIES };
const COPY: Forms<Pick<BacktestOptions, "copy">> = { copy: FUNCTION };
const BACKTEST: Forms<BacktestOptions> = {
  ...COPY,
  since: [Number.isFinite, "milliseconds since 1970"],
  limit: ANY,
  mostRows: ANY,
  withRows: ANY,
  isOver: ANY,
};
const SHADOW: Forms<ShadowOptions> = { ...COPY, limit: ANY, isOver: ANY };
const FIND: Forms<TableFindOptions> = { keys: ANY, selector: A_TEXT, properties: PROPERTIES };
const UNLOAD: Forms<UnloadOptions> = {
  cells: oneOfWords("typed", "text", "sheet"),
  properties: PROPERTIES,
  turn: ANY,
};
const LOAD: Forms<LoadOptions<never>> = {
  onDuplicate: oneOfWords("refuse", "skip", "update"),
  allOrNothing: FLAG,
  dryRun: FLAG,
  onlyEmpty: FLAG,
  again: FLAG,
  abandon: FLAG,
  partSize: ifGiven(isCount, "a whole number from 1"),
  properties: PROPERTIES,
  turn: ANY,
  watch: ANY,
};
const SOURCE: Forms<LoadSource> = {
  table: [(value) => typeof value === "string", "the name of a table"],
  name: A_TEXT,
  id: A_TEXT,
  columns: [Array.isArray, "a list of names"],
  cells: oneOfWords("typed", "text"),
  rows: [
    (value) =>
      (typeof value === "object" && value !== null && Symbol.asyncIterator in value) || Array.isArray(value),
    "an iterable of lists of rows",
  ],
};

const CHECKS: Checks = {
  execute: (request) => checkForms("engine.execute", request, REQUEST),
  batch: (request) => checkBatch("engine.batch", request),
  whyBatch: (request) => checkBatch("engine.whyBatch", request),
  why: (request) => {
    if ("call" in request) checkForms("engine.why", request, UNDO);
    else if ("rule" in request) checkForms("engine.why", request, SCHEDULE);
    else checkForms("engine.why", request, REQUEST);
  },
  summarise: (request) => checkForms<SummaryRequest>("engine.summarise", request, SUMMARY),
  explain: (request) => checkForms<ExplainRequest>("engine.explain", request, SUMMARY),
  history: (request) => checkForms("engine.history", request, HISTORY),
  backtest: (candidate, options) => {
    checkForms("engine.backtest", options, BACKTEST);
    checkForms("engine.backtest", { candidate }, CANDIDATE);
  },
  shadow: (candidate, options) => {
    checkForms("engine.shadow", options, SHADOW);
    checkForms("engine.shadow", { candidate }, CANDIDATE);
  },
  whyThen: (call, options) => {
    checkForms("engine.whyThen", options, COPY);
    checkForms("engine.whyThen", { call }, { call: ID });
  },
  undo: (request) => checkForms("engine.undo", request, UNDO),
  live: (request) => checkForms("engine.live", request, LIVE),
  changes: (request) => checkForms("engine.changes", request, CHANGES),
  find: (_, options = {}) => checkForms("engine.find", options, FIND),
  add: (_, rows, properties) => checkRecords("engine.add", "rows", rows, properties),
  edit: (_, rows, properties) => checkRecords("engine.edit", "rows", rows, properties),
  delete: (_, keys, properties) => checkRecords("engine.delete", "keys", keys, properties),
  invoke: (_, __, keys, properties) => checkRecords("engine.invoke", "keys", keys, properties),
  load: (sources, options = {}) => {
    checkForms("engine.load", options as LoadOptions<never>, LOAD);
    if (!Array.isArray(sources)) throw new TypeError("engine.load takes a list of sources.");
    for (const source of sources as readonly LoadSource[])
      checkForms("A source of engine.load", source, SOURCE);
  },
  unload: (tables, take, options = {}) => {
    checkForms("engine.unload", options, UNLOAD);
    if (!Array.isArray(tables)) throw new TypeError("engine.unload takes a list of names of tables.");
    if (typeof take !== "function") throw new TypeError("engine.unload takes a function for the parts.");
  },
};

const CANDIDATE: Forms<{ candidate: unknown }> = {
  candidate: [
    (value) => typeof value === "object" && value !== null && "tables" in value,
    "a definition that was loaded",
  ],
};

function checkBatch(name: string, request: BatchRequest): void {
  checkForms(name, request, BATCH);
  for (const [at, call] of request.calls.entries()) checkForms(`Call ${at + 1} of ${name}`, call, BATCH_CALL);
}

function checkRecords(name: string, what: string, rows: unknown, properties: unknown): void {
  if (rows === undefined) throw new TypeError(`${name} takes a list of ${what}, and was given none.`);
  checkForms(name, { properties }, { properties: PROPERTIES });
}

function isDefinition(value: unknown): boolean {
  const { tables } = (value ?? {}) as { readonly tables?: { readonly get?: unknown } };
  return typeof tables?.get === "function";
}

function isCount(value: unknown): boolean {
  return (
    typeof value === "number" && value >= 1 && (Number.isInteger(value) || value === Number.POSITIVE_INFINITY)
  );
}
