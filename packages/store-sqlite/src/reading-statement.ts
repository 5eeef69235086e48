import type { StatementSync } from "node:sqlite";
import type { SqlValue } from "@tablewright/store-sql";

/**
 * A prepared statement whose rows are arrays. Whole numbers that are not exact in a number of JavaScript, which other programs may
 * have written, are an error until it `readsLarge`, and then texts: to look at each number costs time.
 */
export class ReadingStatement {
  readonly #statement: StatementSync;
  #readsLarge = false;

  constructor(statement: StatementSync) {
    statement.setReturnArrays(true);
    this.#statement = statement;
  }

  /** Whether the error says that a number was too large, and the statement can be run again with such numbers as texts. */
  nowReadsLarge(error: unknown): boolean {
    if (this.#readsLarge || (error as { code?: unknown }).code !== "ERR_OUT_OF_RANGE") return false;
    this.#statement.setReadBigInts(true);
    this.#readsLarge = true;
    return true;
  }

  all(values: readonly SqlValue[]): SqlValue[][] {
    return this.#repeated(() => {
      const rows = this.#statement.all(...values) as unknown as SqlValue[][];
      return this.#readsLarge ? rows.map(withoutBigInts) : rows;
    });
  }

  get(values: readonly SqlValue[]): SqlValue[] | undefined {
    return this.#repeated(() => {
      const row = this.#statement.get(...values) as unknown as SqlValue[] | undefined;
      return row !== undefined && this.#readsLarge ? withoutBigInts(row) : row;
    });
  }

  /** The rows one by one; who reads them asks `nowReadsLarge` of what is thrown. */
  iterate(values: readonly SqlValue[]): IterableIterator<SqlValue[]> {
    const rows = this.#statement.iterate(...values) as unknown as IterableIterator<SqlValue[]>;
    return this.#readsLarge ? withoutBigIntsOf(rows) : rows;
  }

  run(values: readonly SqlValue[]): number {
    return Number(this.#statement.run(...values).changes);
  }

  #repeated<T>(read: () => T): T {
    try {
      return read();
    } catch (error) {
      if (this.nowReadsLarge(error)) return read();
      throw error;
    }
  }
}

function* withoutBigIntsOf(rows: IterableIterator<SqlValue[]>): IterableIterator<SqlValue[]> {
  for (const row of rows) yield withoutBigInts(row);
}

function withoutBigInts(row: readonly (SqlValue | bigint)[]): SqlValue[] {
  return row.map((value) => {
    if (typeof value !== "bigint") return value;
    const number = Number(value);
    return Number.isSafeInteger(number) ? number : String(value);
  });
}
