import { compareValues, type Family, type Value } from "../../values/index.ts";
import { TopRows } from "../runtime/many-items.ts";
import type { RequestContext } from "../runtime/request-context.ts";
import type { Task } from "../runtime/time-slice.ts";
import type { CheckedExpression } from "../tree/checked-expression.ts";
import { type Type, valueFamilyOf } from "../tree/type.ts";
import { RowEvaluation } from "./evaluate-row.ts";
import type { Row } from "./frame.ts";

/** A value to sort by, read on each row. */
export interface RowOrder {
  readonly expression: CheckedExpression;
  readonly descending: boolean;
}

/** A row to be sorted, each sort value computed once: its position decides between rows that are equal otherwise. */
export interface Sortable {
  readonly position: number;
  readonly values: readonly Value[];
}

/** A row with its sort values. */
export interface SortableRow extends Sortable {
  readonly row: Row;
}

/** The type of a sort value, and its direction. */
export interface SortDirection {
  readonly type: Type;
  readonly descending: boolean;
}

/** Compares rows by their sort values, blanks first, then by their positions: negative when `left` comes before `right`. */
export function inOrderOf(keys: readonly SortDirection[]): (left: Sortable, right: Sortable) => number {
  const families = keys.map(({ type }) => valueFamilyOf(type));
  const directions = keys.map(({ descending }) => (descending ? -1 : 1));
  return (left, right) => {
    for (let index = 0; index < families.length; index++) {
      const [one, other] = [left.values[index] ?? null, right.values[index] ?? null];
      const difference = compareValues(one, other, families[index] as Family);
      if (difference !== 0) return difference * (directions[index] as number);
    }
    return left.position - right.position;
  };
}

/** As `inOrderOf`, of the keys of a plan. */
export function comparing(order: readonly RowOrder[]): (left: Sortable, right: Sortable) => number {
  return inOrderOf(order.map(({ expression, descending }) => ({ type: expression.type, descending })));
}

/** Calls `use` with the sort values of each row. Each row costs one step of the budget. */
export function sortValues(
  order: readonly RowOrder[],
  context: RequestContext,
): (rows: readonly Row[], use: (row: Row, at: number, values: readonly Value[]) => void) => Task<void> {
  const { meter } = context;
  const keys = order.map(({ expression }) => new RowEvaluation(expression, context));
  return function* (rows, use) {
    for (const [at, row] of rows.entries()) {
      meter.spend(1);
      if (meter.isPauseDue) yield;
      const values: Value[] = [];
      for (const key of keys) values.push(key.sync ? key.sync(row) : yield* key.task(row));
      use(row, at, values);
    }
  };
}

/** The first `limit` of the rows in the order of the keys, blanks first. Equal rows keep their order. */
export function* orderRows(
  rows: readonly Row[],
  order: readonly RowOrder[],
  context: RequestContext,
  limit: number = Number.POSITIVE_INFINITY,
): Task<readonly Row[]> {
  const top = new TopRows<SortableRow>(limit, comparing(order));
  yield* sortValues(order, context)(rows, (row, position, values) => top.add({ row, position, values }));
  const sorted = yield* top.sortedAsTask(context.meter);
  return sorted.map(({ row }) => row);
}
