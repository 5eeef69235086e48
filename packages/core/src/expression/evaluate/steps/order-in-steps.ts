import type { Value } from "../../../values/index.ts";
import type { RequestContext } from "../../runtime/request-context.ts";
import type { Steps } from "../../runtime/steps.ts";
import type { RowOrder } from "../columns/order-rows.ts";
import { inOrderOf, type Sortable } from "../rows/in-order-of.ts";
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
  const top = new TopRows<SortableRow>(limit, comparing(order));
  yield* sortValues(order, context)(rows, (row, position, values) => top.add({ row, position, values }));
  const sorted = yield* top.sortedInSteps(context.meter);
  return sorted.map(({ row }) => row);
}

/** A row with its sort values. */
export interface SortableRow extends Sortable {
  readonly row: Row;
}

/** As `inOrderOf`, of the keys of a plan. */
export function comparing(order: readonly RowOrder[]): (left: Sortable, right: Sortable) => number {
  return inOrderOf(order.map(({ expression, descending }) => ({ type: expression.type, descending })));
}
