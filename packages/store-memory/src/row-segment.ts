import type { Row } from "@tablewright/core/storage";
import { ColumnTable } from "./columns/column-table.ts";

type Rows = readonly (Row | undefined)[];

/**
 * Consecutive rows of a list that are scanned together. From their second scan on they are also held by columns: rows
 * that change between any two scans never pay for columns that are not read again.
 */
export class RowSegment {
  readonly #chunks: readonly Rows[];
  #wasScanned = false;
  #columns: ColumnTable | undefined;

  /** Arrays of rows, undefined where a row was removed. The list drops the segment before it changes one of them. */
  constructor(chunks: readonly Rows[]) {
    this.#chunks = chunks;
  }

  /** Whether it is made of these very arrays. */
  isOf(chunks: readonly Rows[]): boolean {
    return chunks.length === this.#chunks.length && chunks.every((chunk, at) => chunk === this.#chunks[at]);
  }

  /** The rows in stored order, for one scan: by columns where these have come to be worth it. */
  scan(): ColumnTable | readonly Row[] {
    if (this.#columns !== undefined) return this.#columns;
    const rows = this.#rows();
    if (!this.#wasScanned || rows.length < FEWEST) {
      this.#wasScanned = true;
      return rows;
    }
    this.#columns = new ColumnTable(rows);
    return this.#columns;
  }

  #rows(): readonly Row[] {
    return this.#chunks.flat().filter((row) => row !== undefined);
  }
}

/** Fewer rows are looked at one by one before the kernels have begun. */
const FEWEST = 64;
