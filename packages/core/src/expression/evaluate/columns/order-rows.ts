import { compareValues } from "../../../values/index.ts";
import type { RequestContext } from "../../runtime/request-context.ts";
import type { CheckedExpression } from "../../tree/checked-expression.ts";
import { makeFrame, NO_ROW } from "../rows/frame.ts";
import { ColumnRun } from "./column-run.ts";
import type { ColumnTable } from "./column-table.ts";
import { sortValues } from "./sort-values.ts";

/** A value to sort by, read on each row. */
export interface RowOrder {
  readonly expression: CheckedExpression;
  readonly descending: boolean;
}

/**
 * The given row positions in the order asked for, at most `limit` of them: blanks are lowest, rows that are equal in
 * all sort values keep their order. Throws `EvaluationError` as `evaluateRow` does.
 */
export function orderRows(
  positions: Int32Array,
  order: readonly RowOrder[],
  table: ColumnTable,
  context: RequestContext,
  limit: number = Number.POSITIVE_INFINITY,
): Int32Array {
  context.meter.spend(positions.length);
  const run = new ColumnRun(table, makeFrame(NO_ROW, context));
  const keys = order.map(({ expression, descending }) => sortValues(expression, descending, positions, run));
  const compare = comparing(keys);
  const [first] = keys;
  const isShort = limit <= LONGEST_KEPT && limit < positions.length && first !== undefined;
  const places = isShort
    ? firstPlaces(Math.max(0, limit), first, compare)
    : allPlaces(positions.length, compare);
  return places
    .slice(0, Math.max(0, Math.min(limit, places.length)))
    .map((place) => positions[place] as number);
}

type Compare = (left: number, right: number) => number;

/** Orders places within the positions by their sort values, then as they stand. */
function comparing(keys: readonly Float64Array[]): Compare {
  return (left, right) => {
    for (const key of keys) {
      const a = key[left] as number;
      const b = key[right] as number;
      if (a === b) continue;
      const order = compareValues(a, b, "number");
      if (order !== 0) return order;
    }
    return left - right;
  };
}

function allPlaces(count: number, compare: Compare): Int32Array {
  return Int32Array.from({ length: count }, (_, place) => place).sort(compare);
}

/** More than so many are faster sorted than kept in order one by one. */
const LONGEST_KEPT = 1_000;

/** Equal to 15 digits is nearer than this share: what is further behind the last one kept need not be compared. */
const NEAR = 2e-14;

/** Scans with a threshold: only what may stand before the last place kept so far is looked at closely. */
function firstPlaces(limit: number, key: Float64Array, compare: Compare): Int32Array {
  const positions: number[] = [];
  let threshold = limit === 0 ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  for (let place = 0; place < key.length; place++) {
    if ((key[place] as number) > threshold) continue;
    insert(positions, place, compare);
    if (positions.length <= limit) continue;
    positions.pop();
    const last = limit === 0 ? threshold : (key[positions[limit - 1] as number] as number);
    threshold = last + Math.abs(last) * NEAR;
  }
  return Int32Array.from(positions);
}

function insert(kept: number[], place: number, compare: Compare): void {
  let at = kept.length;
  for (let low = 0; low < at; ) {
    const middle = (low + at) >> 1;
    if (compare(kept[middle] as number, place) < 0) low = middle + 1;
    else at = middle;
  }
  kept.splice(at, 0, place);
}
