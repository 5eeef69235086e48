import { type Family, hashOf, type Value } from "../../values/index.ts";
import type { Meter } from "./meter.ts";
import type { Task } from "./time-slice.ts";

/** Negative when `left` comes before `right`. */
type Order<T> = (left: T, right: T) => number;

/** What `items.toSorted(compare)` answers, with pauses: short runs are sorted, then merged two by two. */
export function* sortAsTask<T>(items: readonly T[], compare: Order<T>, meter: Meter): Task<readonly T[]> {
  if (items.length <= RUN || !meter.isShared) return items.toSorted(compare);
  let from: T[] = [];
  for (let start = 0; start < items.length; start += RUN) {
    if (meter.timeSlice.isOver) yield;
    for (const item of items.slice(start, start + RUN).sort(compare)) from.push(item);
  }
  for (let length = RUN; length < from.length; length *= 2) {
    const into: T[] = [];
    for (let start = 0; start < from.length; start += 2 * length) {
      yield* merge(from, start, length, into, compare, meter);
    }
    from = into;
  }
  return from;
}

/** Puts the run at `start` and the one after it at the end of `into`, in order. */
function* merge<T>(
  from: readonly T[],
  start: number,
  length: number,
  into: T[],
  compare: Order<T>,
  { timeSlice }: Meter,
): Task<void> {
  const middle = Math.min(start + length, from.length);
  const end = Math.min(middle + length, from.length);
  let left = start;
  let right = middle;
  while (left < middle || right < end) {
    if (into.length % RUN === 0 && timeSlice.isOver) yield;
    const takesLeft = right === end || (left < middle && compare(from[left] as T, from[right] as T) <= 0);
    into.push(from[takesLeft ? left++ : right++] as T);
  }
}

/** Items that are sorted, or merged, in a moment. */
const RUN = 1_024;

/**
 * Keeps the first `limit` of the rows it is given, as sorting them all and cutting the rest off would. The kept rows are
 * a heap with the last of them on top, so that most rows of a long table cost one comparison.
 */
export class TopRows<T> {
  readonly #limit: number;
  readonly #compare: Order<T>;
  readonly #heap: T[] = [];

  /** `limit` may be infinite, for all rows. */
  constructor(limit: number, compare: Order<T>) {
    this.#limit = limit;
    this.#compare = compare;
  }

  add(row: T): void {
    const heap = this.#heap;
    if (heap.length < this.#limit) {
      heap.push(row);
      if (heap.length === this.#limit) this.#makeHeap();
    } else if (heap.length > 0 && this.#compare(row, heap[0] as T) < 0) {
      heap[0] = row;
      this.#sink(0);
    }
  }

  /** The row that a further one has to come before; undefined while there is room for any. */
  get last(): T | undefined {
    return this.#heap.length < this.#limit ? undefined : this.#heap[0];
  }

  /** The kept rows in order. Call it once, after the last row. */
  sorted(): readonly T[] {
    return this.#heap.sort(this.#compare);
  }

  /** As `sorted`, with pauses. */
  sortedAsTask(meter: Meter): Task<readonly T[]> {
    return sortAsTask(this.#heap, this.#compare, meter);
  }

  /** As long as there is room for every row the order does not matter. */
  #makeHeap(): void {
    for (let at = (this.#heap.length >> 1) - 1; at >= 0; at--) this.#sink(at);
  }

  #sink(from: number): void {
    const heap = this.#heap;
    const row = heap[from] as T;
    let at = from;
    for (let below = 2 * at + 1; below < heap.length; below = 2 * at + 1) {
      const other = below + 1;
      if (other < heap.length && this.#compare(heap[other] as T, heap[below] as T) > 0) below = other;
      if (this.#compare(heap[below] as T, row) <= 0) break;
      heap[at] = heap[below] as T;
      at = below;
    }
    heap[at] = row;
  }
}

/** As `distinctItems`, with pauses. */
export function* distinctAsTask(
  items: readonly Value[],
  family: Family,
  meter: Meter,
): Task<readonly Value[]> {
  const seen = new Set<unknown>();
  const distinct: Value[] = [];
  for (const value of items) {
    if (meter.isPauseDue) yield;
    const hash = hashOf(value, family);
    if (seen.has(hash)) continue;
    seen.add(hash);
    distinct.push(value);
  }
  return distinct;
}

/** As `commonItems`, with pauses. */
export function* commonAsTask(
  items: readonly Value[],
  family: Family,
  others: readonly Value[],
  meter: Meter,
): Task<readonly Value[]> {
  const hashes = new Set<unknown>();
  for (const value of others) {
    if (meter.isPauseDue) yield;
    hashes.add(hashOf(value, family));
  }
  const common: Value[] = [];
  for (const value of items) {
    if (meter.isPauseDue) yield;
    if (hashes.delete(hashOf(value, family))) common.push(value);
  }
  return common;
}
