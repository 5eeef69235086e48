import {
  compareValues,
  makeFrame,
  type RequestContext,
  rowEvaluatorOf,
  type Value,
  valueFamilyOf,
} from "@tablewright/core/expression";
import type { Row, SortKey } from "@tablewright/core/storage";
import { firstInOrder } from "./first-in-order.ts";

/** The first `limit` rows in the order of the keys, blanks first; equal rows stay in the order they came in. */
export function sortRows(
  rows: readonly Row[],
  order: readonly SortKey[],
  limit: number,
  context: RequestContext,
): Row[] {
  const keys = order.map((key) => sortColumn(rows, key, context));
  const compare = (left: number, right: number): number => {
    for (const { values, family, direction } of keys) {
      const difference = compareValues(values[left] as Value, values[right] as Value, family);
      if (difference !== 0) return difference * direction;
    }
    return left - right;
  };
  return firstInOrder(rows.length, limit, compare).map((at) => rows[at] as Row);
}

/** The values of a key on every row: each is computed once, however often it is compared. */
function sortColumn(rows: readonly Row[], { expression, descending }: SortKey, context: RequestContext) {
  const evaluate = rowEvaluatorOf(expression);
  const frame = makeFrame([], context);
  const values = rows.map((row) => {
    context.meter.spend(1);
    frame.rows[0] = row;
    return evaluate(row, frame);
  });
  return { values, family: valueFamilyOf(expression.type), direction: descending ? -1 : 1 };
}
