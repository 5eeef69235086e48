import {
  type CheckedExpression,
  conjunctsOf,
  everyTable,
  isVolatile,
  Meter,
  printSource,
  type RequestContext,
  type Task,
  type Trace,
  type TracedColumns,
  tableNamesOf,
  traceExpression,
  typeName,
  writeJson,
} from "../../../expression/parts.ts";
import { columnsRead } from "../../../schema/index.ts";
import type { Row, RowReader, Store } from "../../../storage/index.ts";
import { unreadableCells } from "../../../storage/unreadable-value.ts";
import type { Value } from "../../../values/index.ts";
import { columnRightsOf, readsHidden } from "../../access/column-rights.ts";
import { batchLoad } from "../../batch-loading/batch-loaded-tables.ts";
import type { Call } from "../../calls/call.ts";
import type { EngineRequest } from "../../calls/request.ts";
import type { Result, ResultRow } from "../../calls/result.ts";
import { type ExplainedFind, explainRead } from "../../describe/explain-find.ts";
import { planRead, type ReadPlan, readPlanned } from "../../find/read-plan.ts";
import { keyOfRow, writeKey } from "../../keys/key-from.ts";
import { readCells, readKeys } from "../../stages/read-cells.ts";
import type { KeyedRow } from "../../stages/rows.ts";
import { filterOf, readsOtherTables } from "../../visibility/filtered-plan.ts";
import type { TraceStep } from "../call-trace.ts";

/** Rows of an answer that are looked into where the request asks about none. */
const FEW_ROWS = 3;

/**
 * How a Find is carried out, and for each row that it is asked about why it is in the answer or not, and where the values
 * of its formulas come from. With a Selector the rows of the request are those that are asked about; without rows the first of
 * the answer are.
 */
export async function findSteps(
  begun: Call,
  store: Store,
  request: EngineRequest,
  result: Result,
): Promise<readonly TraceStep[]> {
  const { output: plan } = await planRead(begun, request);
  if (plan === undefined) return [];
  const explained = await explainRead(plan, store);
  const how = explained.output === undefined ? [] : [planStep(explained.output)];
  if (!result.ok) return how;
  const { strategy } = plan;
  const asked = request.rows?.length ? request.rows : result.rows.slice(0, FEW_ROWS);
  const keys = await readKeys(plan.call, { ...request, rows: asked });
  const steps = async (call: Call, transaction: RowReader) => [
    ...(await selectorSteps(call, transaction, strategy)),
    ...(await foundRowSteps(call, transaction, { rows: keys.rows, strategy, answered: result.rows })),
  ];
  return [...how, ...(await readPlanned<readonly TraceStep[]>(plan, store, steps, () => []))];
}

/** A Selector that is no plan is evaluated as a whole. */
async function selectorSteps(
  call: Call,
  transaction: RowReader,
  strategy: ReadPlan["strategy"],
): Promise<readonly TraceStep[]> {
  if (strategy.shape !== "evaluated") return [];
  const trace = await batchLoad(call, transaction, () => traceInSteps(call, strategy.selector));
  return [{ about: "selector", text: "the Selector is evaluated as a whole", trace }];
}

function* traceInSteps(call: Call, selected: CheckedExpression): Task<Trace> {
  const { context } = call.read;
  if (context.meter.timeSlice.isOver) yield;
  return traceCell(selected, [], context, { isWhole: readsHidden(call, undefined, selected) });
}

/**
 * How a Find is carried out: which conditions the store applies, and what is left to the engine. How many rows the store
 * expects to look at is left out, because hidden ones are counted there.
 */
function planStep(explanation: ExplainedFind): TraceStep {
  const { table, slice, shape, reason, conditions, order, limit, store } = explanation;
  const steps: TraceStep[] = conditions.map(({ text, pushed, reason: why }) => ({
    about: "condition",
    text: pushed ? `${text} is pushed down to the store` : `${text} is tried by the engine, because ${why}`,
  }));
  if (order.length > 0) {
    const keys = order.map(({ text, descending }) => `${text}${descending ? " descending" : ""}`).join(", ");
    steps.push({ about: "plan", text: `sorted by ${keys} ${doneBy(explanation.isOrderPushed)}` });
  }
  if (limit !== undefined)
    steps.push({ about: "plan", text: `cut off after ${limit} ${doneBy(explanation.isLimitPushed)}` });
  for (const { column, pushed } of explanation.computed ?? [])
    steps.push({ about: "plan", text: `"${column}" is computed ${doneBy(pushed)}`, column });
  if (store.sql !== undefined) steps.push({ about: "plan", text: `the statement: ${store.sql}` });
  for (const index of store.indexes ?? []) steps.push({ about: "plan", text: `index: ${index}` });
  const how = SHAPES[shape] + (reason === undefined ? "" : `, because ${reason}`);
  return { about: "plan", text: `rows of "${slice ?? table}" are found ${how}`, table, steps };
}

const SHAPES: Readonly<Record<ExplainedFind["shape"], string>> = {
  plan: "by conditions",
  keys: "by their keys",
  evaluated: "by the keys in the Selector's value",
};

function doneBy(isPushed: boolean): string {
  return isPushed ? "by the store" : "by the engine";
}

interface AskedRows {
  readonly rows: readonly KeyedRow[];
  readonly strategy: ReadPlan["strategy"];
  readonly answered: readonly ResultRow[];
}

/** Most rows that are looked into. */
const MOST_ROWS = 20;

/** For each row that is asked about: whether it is there for the caller, which condition it does not meet, and its formulas. */
async function foundRowSteps(
  call: Call,
  transaction: RowReader,
  { rows, strategy, answered }: AskedRows,
): Promise<readonly TraceStep[]> {
  const pushed = rows.slice(0, MOST_ROWS);
  const stored = await transaction.getByKeys(
    call.table.name,
    pushed.map(({ key }) => key),
  );
  const places = await placesOf(call, answered);
  return batchLoad(call, transaction, () => askedRowSteps(call, pushed, stored, { strategy, places }));
}

interface Answer {
  readonly strategy: ReadPlan["strategy"];
  readonly places: ReadonlyMap<string, number>;
}

function* askedRowSteps(
  call: Call,
  pushed: readonly KeyedRow[],
  stored: readonly (Row | undefined)[],
  { strategy, places }: Answer,
): Task<readonly TraceStep[]> {
  const { name: table } = call.table;
  const { timeSlice } = call.read.context.meter;
  const steps: TraceStep[] = [];
  for (const [at, { key, position }] of pushed.entries()) {
    const row = stored[at];
    const text = writeKey(call.table, key);
    const about = { about: "row", table, key: text, row: position } as const;
    const missing = `no row of "${table}" has the key "${text}", or the caller does not see it`;
    const step = row === undefined ? { text: missing } : rowStep(call, row, strategy, places.get(text));
    steps.push({ ...about, ...step });
    if (timeSlice.isOver) yield;
  }
  return steps;
}

/** The places of the rows in the answer, by their keys. */
async function placesOf(call: Call, answered: readonly ResultRow[]): Promise<ReadonlyMap<string, number>> {
  const { table } = call;
  const { rows } = await readCells(
    { ...call, slice: undefined },
    { action: "Find", table: table.name, rows: answered },
    true,
  );
  return new Map(
    rows.flatMap(({ key, position }) => (key === undefined ? [] : [[writeKey(table, key), position]])),
  );
}

function rowStep(
  call: Call,
  row: Row,
  strategy: ReadPlan["strategy"],
  place: number | undefined,
): Pick<TraceStep, "text" | "isMet" | "steps"> {
  const key = writeKey(call.table, keyOfRow(call.table, row));
  const filter = filterStep(call, row);
  const computed: TracedColumns = new Map();
  const conditions = conditionSteps(call, row, strategy, computed);
  const missed = conditions.some(({ isMet }) => !isMet);
  const where =
    place !== undefined
      ? `is row ${place} of the answer`
      : missed
        ? "is not in the answer: a condition is not TRUE"
        : "is not in the answer: what is asked for ends before it, or does not name it";
  return {
    text: `"${key}" ${where}`,
    isMet: place !== undefined,
    steps: [
      ...(filter === undefined ? [] : [filter]),
      ...conditions,
      ...(place === undefined ? [] : formulaSteps(call, row, computed)),
    ],
  };
}

/** The conditions of the Selector and the slice, up to the first that is not TRUE. */
function conditionSteps(
  call: Call,
  row: Row,
  strategy: ReadPlan["strategy"],
  computed: TracedColumns,
): readonly TraceStep[] {
  const { slice } = call;
  const ofSlice = slice?.filter;
  const isPlanned = strategy.shape === "plan" && strategy.isSliceApplied;
  const conditions: readonly CheckedExpression[] = [
    ...(strategy.shape === "plan" ? strategy.conditions : []),
    ...(ofSlice === undefined || isPlanned ? [] : [ofSlice]),
  ];
  const steps: TraceStep[] = [];
  for (const condition of conditions) {
    for (const step of unreadableSteps(call, row, condition)) steps.push(step);
    const isWhole = readsHidden(call, call.table, condition);
    const trace = traceCell(condition, row, call.read.context, { computed, isWhole });
    const isMet = trace.value === true;
    steps.push({
      about: "condition",
      text: isMet ? "a condition is TRUE" : "a condition is not TRUE",
      isMet,
      trace,
    });
    if (!isMet) break;
  }
  return steps;
}

/** What a condition takes for a blank because it cannot be read. */
function unreadableSteps(call: Call, row: Row, condition: CheckedExpression): readonly TraceStep[] {
  const { table } = call;
  const read = columnsRead(condition);
  if (readsHidden(call, table, condition)) return [];
  return unreadableCells(row)
    .filter(({ column }) => read.has(column))
    .map(({ column, value }) => ({
      about: "row",
      table: table.name,
      column,
      text: `"${column}" is taken for a blank: ${value}, which the database has there, is none of its type`,
    }));
}

/** Where the values of computed columns come from, each once; of a stored one, what the formula would give now. */
function formulaSteps(call: Call, row: Row, computed: TracedColumns): readonly TraceStep[] {
  const {
    slice,
    table,
    read: { context },
  } = call;
  const rights = columnRightsOf(call);
  const shown = new Set((slice ?? table).columns.filter((column) => rights?.stateOf(column) === undefined));
  return table.formulaOrder.flatMap((column): TraceStep[] => {
    const { name, formula, isVirtual } = column;
    if (formula === undefined || !shown.has(column) || readsHidden(call, table, formula)) return [];
    const text = isVirtual ? `"${name}"` : `"${name}" is stored; its formula would now give`;
    return [{ about: "formula", text, column: name, trace: traceCell(formula, row, context, { computed }) }];
  });
}

/**
 * Why the security filter shows a row that the caller sees. Filters read other tables past their filters, so of a part
 * that does there is only that it was TRUE: what it read may be hidden.
 */
function filterStep(call: Call, row: Row): TraceStep | undefined {
  const {
    app,
    table,
    read: { filtering },
  } = call;
  if (table.securityFilter === undefined) return undefined;
  const filter = filterOf(call, table.name);
  const about = { about: "securityFilter", table: table.name, isMet: true } as const;
  if (filter === undefined) return { ...about, text: "the security filter is TRUE for every row" };
  const steps = conjunctsOf(filter).map((part): TraceStep => {
    if (!readsOtherTables(part) && !readsHidden(call, table, part))
      return {
        ...about,
        text: "a part of the security filter is TRUE",
        trace: traceCell(part, row, filtering),
      };
    const source = printSource(part.source, tableNamesOf(app));
    return { ...about, text: `${source} is TRUE; what it read of other tables is not shown` };
  });
  return { ...about, text: "the security filter is TRUE", steps };
}

/**
 * How an expression gives its value on a row, on a budget of its own. What draws by chance would give another value, and
 * what looks at many rows would hold up other calls: of these the trace has the `value` that is known, and no parts.
 */
export function traceCell(
  expression: CheckedExpression,
  row: Row,
  context: RequestContext,
  { before, value, computed, isWhole = false }: CellView = {},
): Trace {
  if (isVolatile(expression)) return withoutParts(expression, value);
  const meter = new Meter({ ...context.meter.limits, fuel: LONGEST_TRACE });
  // Inherited, not copied: what of a context is read may be noted.
  const own: RequestContext = Object.create(context, { meter: { value: meter } });
  const trace = traceExpression(expression, row, own, before, computed);
  if (trace.error?.code === "limit/fuel") return withoutParts(expression, value);
  return isWhole ? concealParts(trace) : trace;
}

interface CellView {
  readonly before?: Row | undefined;
  /** As it was evaluated. */
  readonly value?: Value | undefined;
  readonly computed?: TracedColumns;
  /** Whether no parts are shown: they have cells that are not for the caller. */
  readonly isWhole?: boolean;
}

/** Steps that a trace of one expression may take: rows looked at, characters and items built. */
const LONGEST_TRACE = 4_096;

function withoutParts({ source, type }: CheckedExpression, value: Value = null): Trace {
  const json = writeJson(value, type);
  const about = {
    kind: "whole",
    text: source,
    start: 0,
    end: source.length,
    type: typeName(type, everyTable),
  };
  const root = { ...about, state: "evaluated", value: json, parts: [], omitted: 1 } as const;
  return { source, type: typeName(type, everyTable), value: json, root };
}

/** The trace of an expression that reads cells which are not for the caller: its value without the way to it. */
export function concealParts(trace: Trace): Trace {
  const { rows: _, ...root } = trace.root;
  return { ...trace, root: { ...root, parts: [], omitted: 1 } };
}
