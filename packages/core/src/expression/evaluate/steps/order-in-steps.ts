import { compareValues, type Value } from "../../../values/index.ts";
import type { RequestContext } from "../../runtime/request-context.ts";
import type { Steps } from "../../runtime/steps.ts";
import { valueFamilyOf } from "../../tree/type.ts";
import type { RowOrder } from "../columns/order-rows.ts";
import { TopRows } from "../rows/top-rows.ts";
import { sortValues } from "./sort-values.ts";

type Row = readonly Value[];

/** The first `limit` of the rows in the order asked for: as `orderRows`, row by row and with pauses. */
export function* orderInSteps(
  rows: readonly Row[],
  order: readonly RowOrder[],
  context: RequestContext,
  limit: number = Number.POSITIVE_INFINITY,
): Steps<readonly Row[]> {
  const top = new TopRows(limit, comparing(order));
  yield* sortValues(order, context)(rows, (row, position, values) => top.add({ row, position, values }));
  const sorted = yield* top.sortedInSteps(context.meter);
  return sorted.map(({ row }) => row);
}

/** A row with its sort values, each computed once; its place decides between rows that are equal otherwise. */
export interface Sortable {
  readonly row: Row;
  readonly position: number;
  readonly values: readonly Value[];
}

/** Compares rows by their sort values, blanks first, then by their places. */
export function comparing(order: readonly RowOrder[]): (left: Sortable, right: Sortable) => number {
  const keys = order.map(({ expression, descending }) => ({
    family: valueFamilyOf(expression.type),
    direction: descending ? -1 : 1,
  }));
  return (left, right) => {
    for (const [at, { family, direction }] of keys.entries()) {
      const difference = compareValues(left.values[at] ?? null, right.values[at] ?? null, family);
      if (difference !== 0) return difference * direction;
    }
    return left.position - right.position;
  };
}
