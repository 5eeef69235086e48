import { compareCodePoints } from "@tablewright/core/storage";
import type { SqlValue } from "../values/sql-value.ts";

/** Brings two sorted lists of rows together; of rows that are equal those of the first come first. */
export function mergeSorted<Row>(
  first: readonly Row[],
  second: readonly Row[],
  compare: (left: Row, right: Row) => number,
  limit: number,
): Row[] {
  const merged: Row[] = [];
  let [at, other] = [0, 0];
  while (merged.length < limit) {
    const [one, two] = [first[at], second[other]];
    if (one === undefined && two === undefined) break;
    if (two === undefined || (one !== undefined && compare(one, two) <= 0)) {
      merged.push(one as Row);
      at++;
    } else {
      merged.push(two);
      other++;
    }
  }
  return merged;
}

/**
 * Compares rows by their first values as SQLite sorts them: NULLs, then numbers, then texts by code points. Bytes, which are
 * last, are no value of ours.
 */
export function rowOrder(
  order: readonly { readonly descending: boolean }[],
): (left: readonly SqlValue[], right: readonly SqlValue[]) => number {
  const directions = order.map(({ descending }) => (descending ? -1 : 1));
  return (left, right) => {
    for (const [at, direction] of directions.entries()) {
      const difference = compareStored(left[at] as SqlValue, right[at] as SqlValue);
      if (difference !== 0) return difference * direction;
    }
    return 0;
  };
}

function compareStored(left: SqlValue, right: SqlValue): number {
  const [a, b] = [rankOf(left), rankOf(right)];
  if (a !== b) return a - b;
  if (typeof left === "number") return left - (right as number);
  return typeof left === "string" ? compareCodePoints(left, right as string) : 0;
}

function rankOf(value: SqlValue): number {
  if (value === null) return 0;
  if (typeof value === "number") return 1;
  return typeof value === "string" ? 2 : 3;
}
