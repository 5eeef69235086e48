import type { Frame } from "../frame.ts";
import type { ColumnTable } from "./column-table.ts";

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
