import {
  ColumnTable,
  orderInSteps,
  orderRows,
  type RequestContext,
  type Row,
  type SortKey,
  type Steps,
} from "@tablewright/core/storage";

/**
 * The first `limit` rows in the order of the keys, blanks first; equal rows stay in the order they came in. Columns are
 * sorted at a stretch, so many rows of a request that shares the processor are sorted row by row.
 */
export function* sortRows(
  rows: readonly Row[],
  order: readonly SortKey[],
  limit: number,
  context: RequestContext,
): Steps<readonly Row[]> {
  if (context.meter.isShared && rows.length > MOST_AT_ONCE)
    return yield* orderInSteps(rows, order, context, limit);
  const positions = Int32Array.from(rows.keys());
  const ordered = orderRows(positions, order, new ColumnTable(rows), context, limit);
  return Array.from(ordered, (position) => rows[position] as Row);
}

/** Rows that are sorted in a moment. */
const MOST_AT_ONCE = 2_048;
