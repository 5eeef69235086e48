import type { SqlValue } from "../values/sql-value.ts";
import type { Awaitable, SqlConnection } from "./sql-connection.ts";

/**
 * The rows of one table, read and written as its database does it best. Rows are given as the table's columns in their
 * order, as its columns keep them, and their slot; a row is read likewise.
 */
export interface TableAccess<Connection extends SqlConnection = SqlConnection> {
  /** Inserts no row whose key exists already or stood earlier. Answers how many were inserted. */
  insert(connection: Connection, rows: readonly (readonly SqlValue[])[]): Awaitable<number>;
  /**
   * The same of rows without slots: the statement draws them, ascending. Answers the slot of each row and whether it was inserted.
   * Missing where slots are not drawn from a sequence.
   */
  insertDrawing?(
    connection: Connection,
    rows: readonly (readonly SqlValue[])[],
  ): Awaitable<readonly DrawnSlot[]>;
  /** Sets the columns of rows that are there, by their keys; answers the slots, undefined where there is no such row. */
  update(
    connection: Connection,
    rows: readonly (readonly SqlValue[])[],
  ): Awaitable<readonly (number | undefined)[]>;
  /** Removes rows by their keys; answers the slots of those that were. */
  delete(connection: Connection, keys: readonly (readonly SqlValue[])[]): Awaitable<readonly number[]>;
  /** The rows of keys, each with the position of its key after its slot; a row whose key is given twice may come twice. */
  readByKeys(connection: Connection, keys: readonly (readonly SqlValue[])[]): Awaitable<SqlValue[][]>;
  /**
   * Removes what there is of the rows in these slots, which the transaction has just inserted; answers their slots. Missing
   * where writers take turns.
   */
  removeSlots?(connection: Connection, slots: readonly number[]): Awaitable<readonly number[]>;
  /** How many rows are above the first slot of each pair up to the second, which is in use. */
  countBetween(
    connection: Connection,
    pairs: readonly (readonly [above: number, upTo: number])[],
  ): Awaitable<readonly number[]>;
}

export interface DrawnSlot {
  readonly slot: number;
  readonly isInserted: boolean;
}
