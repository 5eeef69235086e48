import type { Value } from "../values/index.ts";

/** A value that another program has put into a table and that is none of its column's type. */
export class UnreadableValue extends Error {
  readonly code = "server/unreadable-value";
  readonly table: string;
  readonly column: string;
  /** Undefined where the value was met among many rows. */
  readonly key: string | undefined;
  /** As the database has it. */
  readonly value: string;

  constructor({ table, column, key, value }: Pick<UnreadableValue, "table" | "column" | "key" | "value">) {
    super(
      `Table "${table}" has ${value} in the column "${column}" of ${key === undefined ? "a row" : `the row ${key}`}, which is no such value.`,
    );
    this.name = "UnreadableValue";
    this.table = table;
    this.column = column;
    this.key = key;
    this.value = value;
  }
}

/**
 * Puts a value that cannot be read into a row: whoever reads the cell gets the error, and whoever does not gets the row. So a
 * security filter decides first whether the row is there at all.
 */
export function putUnreadable(row: Value[], at: number, value: UnreadableValue): void {
  const get = (): never => {
    throw value;
  };
  Object.defineProperty(row, at, { get, enumerable: true, configurable: true });
}

/** What is read of a row; undefined where a cell of it cannot be read. */
export function readIfReadable<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (thrown) {
    if (thrown instanceof UnreadableValue) return undefined;
    throw thrown;
  }
}
