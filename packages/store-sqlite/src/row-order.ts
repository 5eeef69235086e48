import { compareCodePoints } from "@tablewright/core/storage";
import type { SqlValue } from "@tablewright/store-sql";

/** Which of two rows comes first: below zero where the first does. */
export type RowOrder = (left: readonly SqlValue[], right: readonly SqlValue[]) => number;

/**
 * Compares rows by their first values as SQLite sorts them: NULLs, then numbers, then texts by code points. Bytes, which are
 * last, are no value of ours.
 */
export function rowOrder(order: readonly { readonly descending: boolean }[]): RowOrder {
  const directions = order.map(({ descending }) => (descending ? -1 : 1));
  return (left, right) => {
    for (let at = 0; at < directions.length; at++) {
      const difference = compareStored(left[at] as SqlValue, right[at] as SqlValue);
      if (difference !== 0) return difference * (directions[at] as number);
    }
    return 0;
  };
}

function compareStored(left: SqlValue, right: SqlValue): number {
  if (typeof left === "number" && typeof right === "number") return left - right;
  const [a, b] = [rankOf(left), rankOf(right)];
  if (a !== b) return a - b;
  return typeof left === "string" ? compareCodePoints(left, right as string) : 0;
}

function rankOf(value: SqlValue): number {
  if (value === null) return 0;
  if (typeof value === "number") return 1;
  return typeof value === "string" ? 2 : 3;
}
