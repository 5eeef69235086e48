import {
  type CheckedExpression,
  EvaluationError,
  evaluateAsTask,
  evaluateRow,
  isAlwaysTrue,
  mayFail,
  memo,
  type RequestContext,
  type Task,
} from "../../expression/parts.ts";
import { filterReads, type StrictRead } from "../../expression/plan/filter-reads.ts";
import type { AppDefinition } from "../../schema/index.ts";
import {
  type FindPlan,
  type Row,
  type RowBatches,
  type RowReader,
  type RowSecurity,
  UnreadableValue,
} from "../../storage/index.ts";
import { unreadableCells } from "../../storage/unreadable-value.ts";
import { columnRightsOf } from "../access/column-rights.ts";
import { BatchLoadedTables, type StrictColumns } from "../batch-loading/batch-loaded-tables.ts";
import type { Call } from "../calls/call.ts";
import { observing } from "../observations/observations.ts";

/** The security filter that may hide rows of a table from the caller. */
export function filterOf(call: Call, table: string): CheckedExpression | undefined {
  const filter = call.app.tables.get(table)?.securityFilter;
  return filter && filterFor(call)(filter);
}

/** Whether any table has a security filter. */
export const hasFilters = memo(({ tables }: AppDefinition) =>
  [...tables.values()].some(({ securityFilter }) => securityFilter !== undefined),
);

/** A filter that is TRUE of every row for a caller is none. */
const filterFor = memo((call: Call) =>
  memo((filter: CheckedExpression) => (isAlwaysTrue(filter, call.read.filtering) ? undefined : filter)),
);

/**
 * All rows of all tables, for security filters. A value that cannot be read, and of which a blank might show more rows, throws, so
 * that the row is hidden.
 */
export function unfilteredTables({ tables }: AppDefinition, user: RequestContext["user"]): BatchLoadedTables {
  return new BatchLoadedTables(tables, strictColumns(tables, user));
}

function strictColumns(tables: AppDefinition["tables"], user: RequestContext["user"]): StrictColumns {
  const strict = new Map<string, Map<number, StrictRead>>();
  for (const { securityFilter } of tables.values()) {
    if (securityFilter === undefined) continue;
    for (const [table, columns] of filterReads(securityFilter, user).others) {
      if (tables.get(table)?.source === undefined) continue;
      const known = strict.get(table) ?? new Map<number, StrictRead>();
      strict.set(table, known);
      for (const [at, read] of columns) if (!known.get(at)?.byMissing) known.set(at, read);
    }
  }
  return strict;
}

/** Whether nothing that is recorded is hidden from the caller: no table that they may not name, no row and no cell. */
export function seesAllChanges(call: Call): boolean {
  const {
    app,
    caller: { nameable },
  } = call;
  if (nameable !== undefined || columnRightsOf(call) !== undefined) return false;
  return [...app.tables.values()].every(
    ({ name, history }) => history === undefined || filterOf(call, name) === undefined,
  );
}

/** What a caller may see, with a budget for one search that only its filters spend. */
export function rowSecurityOf(call: Call): RowSecurity {
  return { filterOf: (table) => filterOf(call, table), filtering: withOwnBudget(call.read.filtering) };
}

/**
 * What a store is asked of a plan for a table with a security filter. A filter that may fail on a hidden row is asked
 * for alone: its failing would otherwise decide who evaluates the rest, and so what the caller spends.
 */
export function filterFirst(
  plan: FindPlan,
  rowFilter: CheckedExpression,
  rowSecurity: RowSecurity,
): FindPlan {
  return { ...(mayFail(rowFilter) ? rowsOnly(plan, rowFilter) : plan), rowFilter, rowSecurity };
}

/**
 * The part of a plan that leaves every condition, the order and the limit to the engine. Only a filter that reads its own
 * row alone costs too little on a hidden row to tell whether there is one among the rows of a value.
 */
export function rowsOnly({ table, context, inList }: FindPlan, rowFilter: CheckedExpression): FindPlan {
  const plan = { table, conditions: [], order: [], context };
  return inList === undefined || readsOtherTables(rowFilter) ? plan : { ...plan, inList };
}

export function readsOtherTables({ references }: CheckedExpression): boolean {
  return references.tables.size > 0;
}

/** The same with a budget of its own; of the rest nothing is read. */
export function withOwnBudget(context: RequestContext): RequestContext {
  return Object.assign(Object.create(context), { meter: context.meter.beside() });
}

/**
 * The rows that exist for the caller, the others undefined; the filter reads other tables past their filters. A row is hidden
 * where something that the filter reads cannot be read, which the operator's log says.
 */
export async function filterVisible(
  call: Call,
  stored: RowReader,
  filter: CheckedExpression,
  rows: readonly (Row | undefined)[],
): Promise<readonly (Row | undefined)[]> {
  const {
    read: { filtering, unfiltered },
    observations,
  } = call;
  const { own } = filterReads(filter, filtering.user);
  const names = new Set(own.values());
  const readable = rows.map((row) => {
    const unreadable = row && unreadableCells(row).find(({ column }) => names.has(column));
    if (unreadable !== undefined) tellHidden(call, unreadable);
    return unreadable === undefined ? row : undefined;
  });
  const stage = () => tryFilter(call, filter, readable, filtering);
  if (observations === undefined) return unfiltered.run(stored, filtering, stage);
  const observed = observing(observations, stage);
  return unfiltered.run(stored, filtering, observed.stage, observed.undo);
}

/** Once a call for each column. */
function tellHidden(call: Call, { table, column }: UnreadableValue): void {
  const logged = hiddenInLog(call);
  const about = JSON.stringify([table, column]);
  if (logged.has(about)) return;
  logged.add(about);
  const message = "rows are hidden because a security filter reads a value that cannot be read";
  call.log({ level: "warning", message, details: { table, column } });
}

const hiddenInLog = memo((_: Call) => new Set<string>());

function* tryFilter(
  call: Call,
  filter: CheckedExpression,
  rows: readonly (Row | undefined)[],
  context: RequestContext,
): Task<readonly (Row | undefined)[]> {
  const { observations } = call;
  const { timeSlice } = context.meter;
  const visible: (Row | undefined)[] = [];
  for (const row of rows) {
    const isVisible = row !== undefined && (yield* passes(call, filter, row, context));
    if (row !== undefined) observations?.evaluates(filter, isVisible);
    visible.push(isVisible ? row : undefined);
    if (timeSlice.isOver) yield;
  }
  return visible;
}

function* passes(call: Call, filter: CheckedExpression, row: Row, context: RequestContext): Task<boolean> {
  try {
    const own = withOwnBudget(context);
    return (
      (context.meter.isShared ? yield* evaluateAsTask(filter, row, own) : evaluateRow(filter, row, own)) ===
      true
    );
  } catch (thrown) {
    if (thrown instanceof UnreadableValue) tellHidden(call, thrown);
    if (isEvaluationError(thrown) || thrown instanceof UnreadableValue) return false;
    throw thrown;
  }
}

/** Whether the error lies in a row; that the call has no time left is an error of the call. */
export function isEvaluationError(thrown: unknown): boolean {
  return thrown instanceof EvaluationError && thrown.code !== "limit/time";
}

/** Rows in parts of one size, so that how far a reader comes depends only on these rows and not on how they came. */
export async function* inParts(batches: RowBatches): AsyncGenerator<readonly Row[]> {
  let open: readonly Row[] = [];
  for await (const rows of batches) {
    for (let start = 0; start < rows.length; ) {
      const taken = rows.slice(start, start + PART - open.length);
      start += taken.length;
      open = open.length === 0 ? taken : [...open, ...taken];
      if (open.length < PART) continue;
      yield open;
      open = [];
    }
  }
  if (open.length > 0) yield open;
}

/** Rows whose evaluation asks for the rows of other tables together. */
const PART = 4_096;
