import { checkOptions, expectForm, isRecord, type OptionsOf } from "../diagnostics/index.ts";
import { checkProperties, checkWhoAsks, hasAll, isText } from "./access/check-caller.ts";
import type { BatchCall, BatchRequest } from "./calls/batch-request.ts";
import type { EngineOptions } from "./calls/engine-options.ts";
import type { EngineLimits } from "./calls/limits.ts";
import { type EngineCall, mapCalls } from "./calls/map-calls.ts";
import type { EngineRequest } from "./calls/request.ts";
import type { TableFindOptions } from "./calls/table-calls.ts";
import type { ExplainRequest } from "./describe/explain-find.ts";
import type { Engine } from "./engine.ts";
import type { ChangesRequest, HistoryRequest } from "./journal/history-request.ts";
import type { LiveRequest } from "./live/live-request.ts";
import type { LoadOptions, LoadSource } from "./loading/load-request.ts";
import type { UnloadOptions } from "./loading/unload-tables.ts";
import type { BacktestOptions } from "./past/backtest.ts";
import type { SummaryRequest } from "./summary/read-summary.ts";
import type { UndoRequest } from "./undo/undo-request.ts";

/** Throws a TypeError for unknown options of an engine, and for those of another form. */
export function checkEngineOptions(options: EngineOptions): void {
  const caller = "createEngine";
  checkOptions(caller, options, ENGINE_OPTIONS);
  const { definition, store, services, readOnly, limits, steps, observer } = options;
  const hasTables = typeof definition?.tables?.get === "function";
  expectForm(hasTables, caller, "definition", "the output of loadDefinition", definition);
  expectForm(hasAll(store, ["open", "read", "write", "close"]), caller, "store", "a store", store);
  const members = ["now", "random", "newId"];
  expectForm(hasAll(services, members), caller, "services", "an object with now, random and newId", services);
  expectForm(isFlag(readOnly), caller, "readOnly", "true or false", readOnly);
  if (limits !== undefined) checkOptions(`${caller}, for "limits",`, limits, LIMITS);
  const areSteps = steps === undefined || (isRecord(steps) && hasAll(steps, Object.keys(steps)));
  expectForm(areSteps, caller, "steps", "an object of functions by the names of steps", steps);
  const observes = observer === undefined || hasAll(observer, ["evaluates", "acts"]);
  expectForm(observes, caller, "observer", "an object with evaluates and acts", observer);
}

const LIMITS: OptionsOf<Partial<EngineLimits>> = {
  fuel: true,
  milliseconds: true,
  textLength: true,
  listLength: true,
  events: true,
  scheduledRows: true,
  attachmentRows: true,
  templateRows: true,
  templateLength: true,
  groups: true,
  calls: true,
  pastChanges: true,
  expandLevels: true,
  liveRows: true,
  liveRowsPerKey: true,
  liveRowsInAll: true,
};

const ENGINE_OPTIONS: OptionsOf<EngineOptions> = {
  definition: true,
  store: true,
  services: true,
  readOnly: true,
  keepsVersions: true,
  limits: true,
  steps: true,
  functions: true,
  observer: true,
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

const REQUEST: OptionsOf<EngineRequest> = {
  action: true,
  table: true,
  rows: true,
  properties: true,
  caller: true,
  nameable: true,
  accessKey: true,
  idempotencyKey: true,
  wire: true,
  rowsAs: true,
  turn: true,
  signal: true,
  reportFuel: true,
};

/** A program may spread a request into one of another kind, so each takes the members of all calls. */
const SUMMARY: OptionsOf<SummaryRequest & ExplainRequest> = { ...REQUEST, by: true, values: true };
const HISTORY: OptionsOf<HistoryRequest> = { ...REQUEST, key: true };
const CHANGES: OptionsOf<ChangesRequest> = { ...REQUEST, after: true, isTrusted: true, limit: true };
const LIVE: OptionsOf<EngineRequest & LiveRequest> = { ...REQUEST, after: true };
const BACKTEST: OptionsOf<BacktestOptions> = {
  since: true,
  copy: true,
  limit: true,
  mostRows: true,
  withRows: true,
  isOver: true,
};
const UNDO: OptionsOf<UndoRequest> = { ...REQUEST, call: true };
const { action: _a, table: _t, rows: _r, ...OF_ALL } = REQUEST;
const BATCH: OptionsOf<BatchRequest> = { ...OF_ALL, calls: true };
const BATCH_CALL: OptionsOf<BatchCall> = { action: true, table: true, rows: true, properties: true };
const FIND: OptionsOf<TableFindOptions> = { keys: true, selector: true, properties: true };
const UNLOAD: OptionsOf<UnloadOptions> = { cells: true, properties: true, turn: true };
const LOAD: OptionsOf<LoadOptions> = {
  onDuplicate: true,
  allOrNothing: true,
  dryRun: true,
  onlyEmpty: true,
  again: true,
  abandon: true,
  partSize: true,
  properties: true,
  turn: true,
  watch: true,
};

const SOURCE: OptionsOf<LoadSource> = {
  table: true,
  name: true,
  id: true,
  columns: true,
  cells: true,
  rows: true,
};

const CHECKS: Checks = {
  execute: (request) => checkRequest("engine.execute", request, REQUEST),
  batch: (request) => checkBatch("engine.batch", request),
  whyBatch: (request) => checkBatch("engine.whyBatch", request),
  why: (request) => checkRequest("engine.why", request, REQUEST),
  summarise: (request) => checkRequest("engine.summarise", request, SUMMARY),
  explain: (request) => checkRequest("engine.explain", request, SUMMARY),
  history: (request) => {
    checkRequest("engine.history", request, HISTORY);
    expectForm(typeof request.key === "string", "engine.history", "key", "a text", request.key);
  },
  backtest: (candidate, options) => {
    const caller = "engine.backtest";
    checkOptions(caller, options, BACKTEST);
    const isDefinition = typeof candidate === "object" && candidate !== null && "tables" in candidate;
    expectForm(isDefinition, caller, "candidate", "a definition that was loaded", candidate);
    expectForm(Number.isFinite(options.since), caller, "since", "milliseconds since 1970", options.since);
    expectForm(typeof options.copy === "function", caller, "copy", "a function", options.copy);
  },
  shadow: (candidate, options) => {
    const caller = "engine.shadow";
    checkOptions(caller, options, { copy: true, limit: true, isOver: true });
    const isDefinition = typeof candidate === "object" && candidate !== null && "tables" in candidate;
    expectForm(isDefinition, caller, "candidate", "a definition that was loaded", candidate);
    expectForm(typeof options.copy === "function", caller, "copy", "a function", options.copy);
  },
  whyThen: (call, options) => {
    const caller = "engine.whyThen";
    checkOptions(caller, options, { copy: true });
    expectForm(typeof call === "string", caller, "call", "the id of a call", call);
    expectForm(typeof options.copy === "function", caller, "copy", "a function", options.copy);
  },
  undo: (request) => {
    checkRequest("engine.undo", request, UNDO);
    expectForm(typeof request.call === "string", "engine.undo", "call", "the id of a call", request.call);
  },
  live: (request) => {
    checkRequest("engine.live", request, LIVE);
    expectForm(isText(request.after), "engine.live", "after", "a text", request.after);
  },
  changes: (request) => {
    checkRequest("engine.changes", request, CHANGES);
    expectForm(isCount(request.limit), "engine.changes", "limit", "a whole number from 1", request.limit);
  },
  find: (_, options = {}) => {
    checkOptions("engine.find", options, FIND);
    const { selector } = options;
    expectForm(isText(selector), "engine.find", "selector", "a text", selector);
    checkProperties("engine.find", options);
  },
  add: (_, rows, properties) => checkRecords("engine.add", "rows", rows, properties),
  edit: (_, rows, properties) => checkRecords("engine.edit", "rows", rows, properties),
  delete: (_, keys, properties) => checkRecords("engine.delete", "keys", keys, properties),
  invoke: (_, __, keys, properties) => checkRecords("engine.invoke", "keys", keys, properties),
  load: (sources, options = {}) => checkLoad("engine.load", sources, options),
  unload: (tables, take, options = {}) => {
    const caller = "engine.unload";
    checkOptions(caller, options, UNLOAD);
    checkProperties(caller, options);
    const { cells } = options;
    expectForm(isOneOf(cells, CELLS), caller, "cells", oneOf(CELLS), cells);
    if (!Array.isArray(tables)) throw new TypeError(`${caller} takes a list of names of tables.`);
    if (typeof take !== "function") throw new TypeError(`${caller} takes a function for the parts.`);
  },
};

const WIRES = ["spec", "appsheet", "typed"];
const SOURCE_CELLS = ["typed", "text"];
const CELLS = ["typed", "text", "sheet"];
const DUPLICATES = ["refuse", "skip", "update"];
const ROW_FORMS = ["objects", "json"];
const FLAGS = ["allOrNothing", "dryRun", "onlyEmpty", "again", "abandon"] as const;

function checkRequest<R extends Partial<EngineRequest>>(
  name: string,
  request: R,
  known: OptionsOf<R> | OptionsOf<EngineRequest>,
): void {
  checkOptions<Partial<EngineRequest>>(name, request, known as OptionsOf<EngineRequest>);
  const { wire, rowsAs, idempotencyKey } = request;
  checkWhoAsks(name, request);
  expectForm(isText(idempotencyKey), name, "idempotencyKey", "a text", idempotencyKey);
  expectForm(isOneOf(wire, WIRES), name, "wire", oneOf(WIRES), wire);
  expectForm(isOneOf(rowsAs, ROW_FORMS), name, "rowsAs", oneOf(ROW_FORMS), rowsAs);
}

function checkBatch(name: string, request: BatchRequest): void {
  checkRequest(name, request, BATCH);
  const { calls } = request;
  expectForm(Array.isArray(calls), name, "calls", "a list of calls", calls);
  for (const [at, call] of calls.entries()) {
    const caller = `Call ${at + 1} of ${name}`;
    checkOptions(caller, call, BATCH_CALL);
    checkProperties(caller, call);
    expectForm(typeof call.action === "string", caller, "action", "a text", call.action);
    expectForm(typeof call.table === "string", caller, "table", "a text", call.table);
  }
}

function checkRecords(name: string, what: string, rows: unknown, properties: unknown): void {
  if (rows === undefined) throw new TypeError(`${name} takes a list of ${what}, and was given none.`);
  checkProperties(name, { properties });
}

function checkLoad(name: string, sources: readonly LoadSource[], options: LoadOptions<never>): void {
  checkOptions<LoadOptions<never>>(name, options, LOAD);
  checkProperties(name, options);
  const { onDuplicate, partSize } = options;
  for (const flag of FLAGS) expectForm(isFlag(options[flag]), name, flag, "true or false", options[flag]);
  expectForm(isOneOf(onDuplicate, DUPLICATES), name, "onDuplicate", oneOf(DUPLICATES), onDuplicate);
  const isSize = partSize === undefined || isCount(partSize);
  expectForm(isSize, name, "partSize", "a whole number from 1", partSize);
  if (!Array.isArray(sources)) throw new TypeError(`${name} takes a list of sources.`);
  for (const source of sources as readonly LoadSource[]) {
    checkOptions(`A source of ${name}`, source, SOURCE);
    const { table, id, columns, cells, rows } = source;
    expectForm(typeof table === "string", name, "table", "the name of a table", table);
    expectForm(isText(source.name), name, "name", "a text", source.name);
    expectForm(isText(id), name, "id", "a text", id);
    expectForm(isOneOf(cells, SOURCE_CELLS), name, "cells", oneOf(SOURCE_CELLS), cells);
    expectForm(Array.isArray(columns), name, "columns", "a list of names", columns);
    const canBeRead =
      rows !== undefined && rows !== null && (Symbol.asyncIterator in Object(rows) || Array.isArray(rows));
    expectForm(canBeRead, name, "rows", "an iterable of lists of rows", rows);
  }
}

function isFlag(value: unknown): boolean {
  return value === undefined || typeof value === "boolean";
}

function isCount(value: unknown): boolean {
  return (
    typeof value === "number" && value >= 1 && (Number.isInteger(value) || value === Number.POSITIVE_INFINITY)
  );
}

function isOneOf(value: unknown, words: readonly string[]): boolean {
  return value === undefined || words.some((word) => word === value);
}

function oneOf(words: readonly string[]): string {
  return words.map((word) => `"${word}"`).join(" or ");
}
