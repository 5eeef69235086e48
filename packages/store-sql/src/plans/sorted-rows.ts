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

/** Compares rows by their first values as SQLite sorts them: NULLs, then numbers, then texts by code points. */
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
  return left === null ? 0 : compareCodePoints(left, right as string);
}

function rankOf(value: SqlValue): number {
  if (value === null) return 0;
  return typeof value === "number" ? 1 : 2;
}
