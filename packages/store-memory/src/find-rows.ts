import { type CheckedExpression, ColumnTable, selectWhereAll } from "@tablewright/core/expression";
import type { FindPlan, FoundRows, Row } from "@tablewright/core/storage";
import { narrowRows } from "./narrow-rows.ts";
import type { Paused } from "./paused.ts";
import { rowFilter } from "./row-filter.ts";
import { sortRows } from "./sort-rows.ts";
import type { TableVersion } from "./table-version.ts";

/**
 * Applies what reads this table's row alone, and leaves to the engine what reads other tables; where the security filter
 * does, all is left. It pauses now and then, when many rows are to be looked at, so that who runs it can let others have
 * their turn.
 */
export function* findRows(version: TableVersion, plan: FindPlan): Paused<FoundRows> {
  const { rowFilter, conditions, order, context } = plan;
  if (rowFilter !== undefined && !readsOwnRowOnly(rowFilter)) return allRows(version, plan);
  const kept = [...conditions.keys()].filter((at) => !readsOwnRowOnly(conditions[at]));
  const ordered = kept.length === 0 && order.every(({ expression }) => readsOwnRowOnly(expression));
  const limit = ordered && plan.limit !== undefined ? Math.max(0, plan.limit) : Number.POSITIVE_INFINITY;
  const rows = yield* wantedRows(version, plan, order.length === 0 ? limit : Number.POSITIVE_INFINITY);
  return {
    filtered: true,
    rows: ordered && order.length > 0 ? sortRows(rows, order, limit, context) : rows,
    kept,
    ordered,
    limited: limit < Number.POSITIVE_INFINITY,
  };
}

/** All rows, with nothing done: none of them may be told from the others before the security filter was tried. */
function allRows({ rows }: TableVersion, { conditions }: FindPlan): FoundRows {
  return {
    filtered: false,
    rows: rows.toArray(),
    kept: [...conditions.keys()],
    ordered: false,
    limited: false,
  };
}

/** The first rows, in stored order, that satisfy all conditions not left to the engine. */
function* wantedRows(version: TableVersion, plan: FindPlan, limit: number): Paused<readonly Row[]> {
  if (limit === 0) return [];
  const { context, among } = plan;
  const own = plan.conditions.filter(readsOwnRowOnly);
  const narrowed = narrowRows(
    version,
    plan.rowFilter === undefined ? own : [plan.rowFilter, ...own],
    context,
    among,
  );
  if (narrowed === undefined) return yield* scanRows(version, plan, own, limit);
  const isWanted = wantedIn(plan, own);
  const wanted: Row[] = [];
  for (const row of narrowed.rows()) if (isWanted(row) && wanted.push(row) >= limit) break;
  return wanted;
}

/** Whether a row is wanted: what a caller wrote is tried on visible rows alone, and they alone are charged for. */
function wantedIn(plan: FindPlan, conditions: readonly CheckedExpression[]): (row: Row) => boolean {
  const isWanted = rowFilter(conditions, plan.context);
  if (plan.rowFilter === undefined) return isWanted;
  const isVisible = rowFilter([plan.rowFilter], filteringOf(plan));
  return (row) => isVisible(row) && isWanted(row);
}

function filteringOf({ sight, context }: FindPlan): FindPlan["context"] {
  return sight?.filtering ?? context;
}

/** Looks at every row, by columns where the store holds them. */
function* scanRows(
  { rows }: TableVersion,
  plan: FindPlan,
  conditions: readonly CheckedExpression[],
  limit: number,
): Paused<readonly Row[]> {
  if (plan.rowFilter === undefined && conditions.length === 0 && limit >= rows.liveCount)
    return rows.toArray();
  const isWanted = wantedIn(plan, conditions);
  let select: ((table: ColumnTable) => readonly Row[]) | undefined;
  const wanted: Row[] = [];
  let done = 0;
  for (const segment of rows.segments()) {
    if (done > 0 && done % SEGMENTS_A_TURN === 0) yield;
    done++;
    const scanned = segment.scan();
    if (scanned instanceof ColumnTable) {
      select ??= selectionIn(plan, conditions);
      for (const row of select(scanned)) wanted.push(row);
    } else {
      for (const row of scanned) if (isWanted(row) && wanted.push(row) >= limit) break;
    }
    if (wanted.length >= limit) return wanted.slice(0, limit);
  }
  return wanted;
}

/** The rows of columns that are wanted; behind a security filter the conditions are tried row by row. */
function selectionIn(
  plan: FindPlan,
  conditions: readonly CheckedExpression[],
): (table: ColumnTable) => readonly Row[] {
  const rowsAt = ({ rows }: ColumnTable, positions: Int32Array) =>
    Array.from(positions, (position) => rows[position] as Row);
  if (plan.rowFilter === undefined) {
    const select = selectWhereAll(conditions, plan.context);
    return (table) => rowsAt(table, select(table));
  }
  const selectVisible = selectWhereAll([plan.rowFilter], filteringOf(plan));
  const isWanted = rowFilter(conditions, plan.context);
  return (table) => rowsAt(table, selectVisible(table)).filter(isWanted);
}

/** A hundred thousand rows or so: some milliseconds. */
const SEGMENTS_A_TURN = 25;

export function readsOwnRowOnly(expression: CheckedExpression | undefined): boolean {
  return expression?.references.tables.size === 0;
}
