import type { Row } from "@tablewright/core/storage";
import { ColumnTable } from "./columns/column-table.ts";

/**
 * Consecutive rows of a list that are scanned together. From their second scan on they are also held by columns: rows
 * that change between any two scans never pay for columns that are not read again.
 */
export class RowSegment {
  /** In stored order. */
  readonly rows: readonly Row[];
  readonly firstNumber: number;
  #wasScanned = false;
  #columns: ColumnTable | undefined;

  constructor(rows: readonly Row[], firstNumber: number) {
    this.rows = rows;
    this.firstNumber = firstNumber;
  }

  /** The rows in stored order, for one scan: by columns where these have come to be worth it. */
  scan(): ColumnTable | readonly Row[] {
    if (this.#columns !== undefined) return this.#columns;
    if (!this.#wasScanned || this.rows.length < FEWEST) {
      this.#wasScanned = true;
      return this.rows;
    }
    this.#columns = new ColumnTable(this.rows);
    return this.#columns;
  }
}

/** Fewer rows are looked at one by one before the kernels have begun. */
const FEWEST = 64;
