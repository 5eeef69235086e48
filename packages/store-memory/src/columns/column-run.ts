import type { makeFrame } from "@tablewright/core/compiler";
import type { ColumnTable } from "./column-table.ts";

type Frame = ReturnType<typeof makeFrame>;

/** Rows that are worked on together: enough to pay for a call, few enough to stay in the processor's cache. */
export const CHUNK = 4_096;

/** One evaluation over a table, and the arrays its kernels work in, each as long as a chunk. */
export class ColumnRun {
  readonly table: ColumnTable;
  readonly frame: Frame;
  readonly #positions: Int32Array[] = [];
  readonly #numbers: Float64Array[] = [];

  constructor(table: ColumnTable, frame: Frame) {
    this.table = table;
    this.frame = frame;
  }

  /** An array to work in, holding anything; hand it back when done. */
  takePositions(): Int32Array {
    return this.#positions.pop() ?? new Int32Array(CHUNK);
  }

  givePositions(positions: Int32Array): void {
    this.#positions.push(positions);
  }

  takeNumbers(): Float64Array {
    return this.#numbers.pop() ?? new Float64Array(CHUNK);
  }

  giveNumbers(numbers: Float64Array): void {
    this.#numbers.push(numbers);
  }
}

/**
 * A condition over columns: keeps, of the first `count` row positions (ascending, at most a chunk), those for which it
 * is TRUE, moved to the front in order; answers how many. It looks at no other rows, so AND and OR stop where they must.
 */
export type Filter = (positions: Int32Array, count: number, run: ColumnRun) => number;

/** A number computed over columns: its value for each of the first `count` row positions, NaN where blank. */
export type Computation = (positions: Int32Array, count: number, out: Float64Array, run: ColumnRun) => void;

/** Sets of row positions are ascending arrays, of which the first `count` entries count; all are of one chunk. */
export function copyPositions(from: Int32Array, count: number, to: Int32Array): Int32Array {
  for (let at = 0; at < count; at++) to[at] = from[at] as number;
  return to;
}

/** Takes those of `other` out of `positions`, in place; answers how many remain. */
export function withoutPositions(
  positions: Int32Array,
  count: number,
  other: Int32Array,
  otherCount: number,
): number {
  if (otherCount === 0) return count;
  const marks = new Marks();
  marks.add(other, otherCount);
  return marks.keepUnmarked(positions, count);
}

/** A set of positions of one chunk that positions are looked up in, rather than walked along with, which is slower. */
export class Marks {
  readonly #marks = new Uint8Array(CHUNK);

  add(positions: Int32Array, count: number): void {
    const marks = this.#marks;
    for (let at = 0; at < count; at++) marks[(positions[at] as number) & WITHIN_CHUNK] = 1;
  }

  /** Moves those of `positions` that are marked to the front, in order; answers how many. */
  keepMarked(positions: Int32Array, count: number): number {
    const marks = this.#marks;
    let matches = 0;
    for (let at = 0; at < count; at++) {
      const position = positions[at] as number;
      positions[matches] = position;
      matches += marks[position & WITHIN_CHUNK] as number;
    }
    return matches;
  }

  keepUnmarked(positions: Int32Array, count: number): number {
    const marks = this.#marks;
    let matches = 0;
    for (let at = 0; at < count; at++) {
      const position = positions[at] as number;
      positions[matches] = position;
      matches += 1 - (marks[position & WITHIN_CHUNK] as number);
    }
    return matches;
  }
}

/** Chunks begin at multiples of their length, a power of two. */
const WITHIN_CHUNK = CHUNK - 1;
