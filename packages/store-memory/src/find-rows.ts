import { type CheckedExpression, ColumnTable, selectWhereAll } from "@tablewright/core/expression";
import type { FindPlan, FoundRows, Row } from "@tablewright/core/storage";
import { narrowRows } from "./narrow-rows.ts";
import type { Paused } from "./paused.ts";
import { rowFilter } from "./row-filter.ts";
import { sortRows } from "./sort-rows.ts";
import type { TableVersion } from "./table-version.ts";

/**
 * Applies what reads this table's row alone, and leaves to the engine what reads other tables. It pauses now and then,
 * when many rows are to be looked at, so that who runs it can let others have their turn.
 */
export function* findRows(version: TableVersion, plan: FindPlan): Paused<FoundRows> {
  const { conditions, order, context } = plan;
  const kept = [...conditions.keys()].filter((at) => !readsOwnRowOnly(conditions[at]));
  const ordered = kept.length === 0 && order.every(({ expression }) => readsOwnRowOnly(expression));
  const limit = ordered && plan.limit !== undefined ? Math.max(0, plan.limit) : Number.POSITIVE_INFINITY;
  const rows = yield* wantedRows(version, plan, order.length === 0 ? limit : Number.POSITIVE_INFINITY);
  return {
    rows: ordered && order.length > 0 ? sortRows(rows, order, limit, context) : rows,
    kept,
    ordered,
    limited: limit < Number.POSITIVE_INFINITY,
  };
}

/** The first rows, in stored order, that satisfy all conditions not left to the engine. */
function* wantedRows(
  version: TableVersion,
  { conditions, among, context }: FindPlan,
  limit: number,
): Paused<readonly Row[]> {
  if (limit === 0) return [];
  const own = conditions.filter(readsOwnRowOnly);
  const narrowed = narrowRows(version, own, context, among);
  if (narrowed === undefined) return yield* scanRows(version, own, context, limit);
  const isWanted = rowFilter(own, context);
  const wanted: Row[] = [];
  for (const row of narrowed.rows()) if (isWanted(row) && wanted.push(row) >= limit) break;
  return wanted;
}

/** Looks at every row, by columns where the store holds them. */
function* scanRows(
  { rows }: TableVersion,
  conditions: readonly CheckedExpression[],
  context: FindPlan["context"],
  limit: number,
): Paused<readonly Row[]> {
  if (conditions.length === 0 && limit >= rows.liveCount) return rows.toArray();
  const isWanted = rowFilter(conditions, context);
  let select: ((table: ColumnTable) => Int32Array) | undefined;
  const wanted: Row[] = [];
  let done = 0;
  for (const segment of rows.segments()) {
    if (done > 0 && done % SEGMENTS_A_TURN === 0) yield;
    done++;
    const scanned = segment.scan();
    if (scanned instanceof ColumnTable) {
      select ??= selectWhereAll(conditions, context);
      for (const position of select(scanned)) wanted.push(scanned.rows[position] as Row);
    } else {
      for (const row of scanned) if (isWanted(row) && wanted.push(row) >= limit) break;
    }
    if (wanted.length >= limit) return wanted.slice(0, limit);
  }
  return wanted;
}

/** A hundred thousand rows or so: some milliseconds. */
const SEGMENTS_A_TURN = 25;

export function readsOwnRowOnly(expression: CheckedExpression | undefined): boolean {
  return expression?.references.tables.size === 0;
}
