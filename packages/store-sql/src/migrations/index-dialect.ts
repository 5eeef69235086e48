import type { IndexedField } from "../compile/sql-table.ts";
import type { Awaitable, SqlConnection } from "../store/sql-connection.ts";
import type { TableLayout } from "../tables/table-layout.ts";

/** An index that is to be made for a table, by the names the database has for its columns. */
export interface PlannedIndex {
  readonly isUnique: boolean;
  readonly columns: readonly string[];
  /** What it is on, as the statement that makes it says. */
  readonly on: string;
  /** What its name says besides its columns, such as the version of a fold. */
  readonly nameEnding?: string;
  /** Statements that come before the one that makes it, such as those that add the columns it is on. */
  readonly before?: readonly string[];
}

/** An index that was made for a table. */
export interface TableIndex extends PlannedIndex {
  readonly name: string;
  /** Whether it holds what this program would not write, so that rows are lost by it. */
  readonly isStale?: boolean;
  /** Whether it is only noted that it is to be made; it may be there, and complete, all the same. */
  readonly isBegun?: true;
}

/** How a database indexes keys and columns. */
export interface IndexDialect<Connection extends SqlConnection> {
  /** The indexes of a table that is there; those that were made only for it. */
  readIndexes(connection: Connection, layout: TableLayout): Awaitable<readonly TableIndex[]>;
  /** Takes note of the indexes of a table, where the database cannot tell them by itself. */
  writeIndexes?(connection: Connection, table: string, indexes: readonly TableIndex[]): Awaitable<unknown>;
  /** The statement that drops an index of a table; missing where indexes have names of their own. */
  dropIndex?(table: string, index: string): string;
  /** The indexes that keep the key unique and find rows by it. */
  keyIndexes(connection: Connection, layout: TableLayout): Awaitable<readonly PlannedIndex[]>;
  /** The index on a column, given its position in the table, that conditions on it use; undefined where there can be none. */
  columnIndex(layout: TableLayout, column: number): PlannedIndex | undefined;
  /** The index on a field of the objects in a column, likewise; missing where a database indexes none. */
  fieldIndex?(layout: TableLayout, column: number, field: IndexedField): PlannedIndex | undefined;
}
