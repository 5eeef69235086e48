import { ColumnTable, orderRows, type RequestContext } from "@tablewright/core/expression";
import type { Row, SortKey } from "@tablewright/core/storage";

/** The first `limit` rows in the order of the keys, blanks first; equal rows stay in the order they came in. */
export function sortRows(
  rows: readonly Row[],
  order: readonly SortKey[],
  limit: number,
  context: RequestContext,
): readonly Row[] {
  const positions = Int32Array.from(rows.keys());
  const ordered = orderRows(positions, order, new ColumnTable(rows), context, limit);
  return Array.from(ordered, (position) => rows[position] as Row);
}
