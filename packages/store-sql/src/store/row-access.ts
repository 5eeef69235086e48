import type { SqlValue } from "../values/sql-value.ts";
import type { Awaitable, SqlConnection } from "./sql-connection.ts";

/**
 * The rows of one table, read and written as its database does it best. Rows are given as the table's columns in their
 * order, as its columns keep them; a row is read likewise, and its slot.
 */
export interface TableAccess<Connection extends SqlConnection = SqlConnection> {
  /**
   * Gives rows, which have no slots yet, the next ones in their order, and inserts those whose key neither exists nor came
   * before. Answers the slots, and how many rows were inserted.
   */
  insert(
    connection: Connection,
    rows: readonly (readonly SqlValue[])[],
  ): Awaitable<{ readonly slots: readonly number[]; readonly count: number }>;
  /** Sets the columns of rows that are there, by their keys; answers the slots, undefined where there is no such row. */
  update(
    connection: Connection,
    rows: readonly (readonly SqlValue[])[],
  ): Awaitable<readonly (number | undefined)[]>;
  /** Removes rows by their keys. */
  delete(connection: Connection, keys: readonly (readonly SqlValue[])[]): Awaitable<unknown>;
  /** The rows of keys, each with the position of its key after its slot; a row whose key is given twice may come twice. */
  readByKeys(connection: Connection, keys: readonly (readonly SqlValue[])[]): Awaitable<SqlValue[][]>;
}
