import { compareCodePoints, TopRows } from "@tablewright/core/compiler";
import type { Meter } from "@tablewright/core/storage";
import type { SqlValue, WindowStatement } from "@tablewright/store-sql";

type Row = SqlValue[];

/** The first rows of all windows in an order. Rows begin with their sort keys, and end with their slot, by which equal ones are sorted. */
export class SortedRows {
  readonly #first: TopRows<Row>;
  readonly #keys: number;

  /** At most `limit` rows are wanted. */
  constructor(order: WindowStatement["order"], limit: number) {
    this.#first = new TopRows(limit, rowOrder(order));
    this.#keys = order.length;
  }

  add(rows: readonly Row[]): void {
    for (const row of rows) this.#first.add(row);
  }

  /** The rows without their sort keys, so many at a time; a part may be empty. */
  *parts(meter: Meter, size: number): Generator<Row[], void> {
    const sorting = this.#first.sortedAsTask(meter);
    let step = sorting.next();
    for (; !step.done; step = sorting.next()) yield [];
    for (let from = 0; from < step.value.length; from += size) {
      yield step.value.slice(from, from + size).map((row) => row.slice(this.#keys));
    }
  }
}

/** Which of two rows comes first: below zero where the first does. */
type RowOrder = (left: Row, right: Row) => number;

/**
 * Compares rows by their first values as SQLite sorts them: NULLs, then numbers, then texts by code points. Bytes, which are
 * last, are no value of ours.
 */
export function rowOrder(order: readonly { readonly descending: boolean }[]): RowOrder {
  const directions = order.map(({ descending }) => (descending ? -1 : 1));
  return (left, right) => {
    for (const [at, direction] of directions.entries()) {
      const difference = compareStored(left[at] as SqlValue, right[at] as SqlValue);
      if (difference !== 0) return difference * direction;
    }
    return Number(left.at(-1)) - Number(right.at(-1));
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
