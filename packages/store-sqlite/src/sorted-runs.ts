import { compareCodePoints } from "@tablewright/core/compiler";
import type { SqlValue, WindowStatement } from "@tablewright/store-sql";
import { ROWS_AT_ONCE } from "./window-size.ts";

type Row = SqlValue[];

/**
 * Runs of rows that are each sorted, and come as one when all are there. Short ones are merged as they come; long ones when their rows
 * are read, so that no merge takes long.
 */
export class SortedRuns {
  readonly #runs: Row[][] = [];
  readonly #compare: RowOrder;
  readonly #keys: number;
  readonly #limit: number;

  /** Rows begin with their sort keys, which are taken off them. At most `limit` rows are wanted. */
  constructor({ order }: Pick<WindowStatement, "order">, limit = Number.POSITIVE_INFINITY) {
    this.#compare = rowOrder(order);
    this.#keys = order.length;
    this.#limit = limit;
  }

  add(run: Row[]): void {
    let rows = run;
    for (let last = this.#runs.at(-1); last !== undefined && rows.length > 0; last = this.#runs.at(-1)) {
      if (last.length > 2 * rows.length || last.length + rows.length > LONGEST_MERGE) break;
      this.#runs.pop();
      rows = [...this.#first(merged(last.values(), rows.values(), this.#compare))];
    }
    if (rows.length > 0) this.#runs.push(rows);
  }

  /** The rows of all runs, some at a time; of those that are equal the ones that were added first. */
  *parts(): Generator<Row[], void> {
    let part: Row[] = [];
    for (const row of this.#first(mergedRuns(this.#runs, this.#compare))) {
      row.splice(0, this.#keys);
      part.push(row);
      if (part.length < ROWS_AT_ONCE) continue;
      yield part;
      part = [];
    }
    if (part.length > 0) yield part;
  }

  *#first(rows: Iterable<Row>): Iterable<Row> {
    let left = this.#limit;
    for (const row of rows) {
      if (left <= 0) return;
      yield row;
      left--;
    }
  }
}

/** Rows of two runs: some milliseconds. */
const LONGEST_MERGE = 8_192;

function mergedRuns(runs: readonly Row[][], compare: RowOrder): IterableIterator<Row> {
  if (runs.length < 2) return (runs[0] ?? []).values();
  const middle = runs.length >> 1;
  const [earlier, later] = [
    mergedRuns(runs.slice(0, middle), compare),
    mergedRuns(runs.slice(middle), compare),
  ];
  return merged(earlier, later, compare);
}

function* merged(
  earlier: IterableIterator<Row>,
  later: IterableIterator<Row>,
  compare: RowOrder,
): IterableIterator<Row> {
  let [one, other] = [earlier.next(), later.next()];
  while (!one.done && !other.done) {
    if (compare(one.value, other.value) <= 0) {
      yield one.value;
      one = earlier.next();
    } else {
      yield other.value;
      other = later.next();
    }
  }
  for (; !one.done; one = earlier.next()) yield one.value;
  for (; !other.done; other = later.next()) yield other.value;
}

/** Which of two rows comes first: below zero where the first does. */
type RowOrder = (left: readonly SqlValue[], right: readonly SqlValue[]) => number;

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
