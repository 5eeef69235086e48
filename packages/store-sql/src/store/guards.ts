import type { SqlValue } from "../values/sql-value.ts";
import type { Awaitable } from "./sql-connection.ts";

/**
 * What keeps concurrent transactions apart where the database does not: of two that guard the same, one waits for the
 * end of the other or fails. A transaction guards what it reads before it reads it, and what it changes before it changes it.
 */
export interface Guards {
  /** Rows of a table by their keys, as its columns keep them, whether there are such rows or not. */
  rows(table: string, keys: readonly (readonly SqlValue[])[]): Awaitable<void>;
  /** Whole tables: every row that is there or may come. */
  tables(names: readonly string[]): Awaitable<void>;
}
