import type { Violation } from "@tablewright/core/storage";
import type { OwnTableDialect } from "../catalogue/catalogue.ts";
import type { SqlDialect } from "../compile/sql-dialect.ts";
import type { RowInSql } from "../compile/sql-scope.ts";
import type { IndexedField, SqlColumn, StoredForm } from "../compile/sql-table.ts";
import type { SqlFragment } from "../fragments/sql-fragment.ts";
import type { LookupList } from "../plans/lookup-list.ts";
import type { SourceForms } from "../sources/source-column.ts";
import type { SourceInsert } from "../sources/source-insert.ts";
import type { NamesOfDatabase, OwnColumns, TableLayout } from "../tables/table-layout.ts";
import type { SqlValue } from "../values/sql-value.ts";
import type { Awaitable, SqlConnection } from "./sql-connection.ts";

/** What one database says differently from another, to a store. */
export interface SqlStoreDialect<Connection extends SqlConnection = SqlConnection>
  extends SqlDialect,
    OwnTableDialect,
    OwnColumns,
    IndexDialect<Connection> {
  readonly names: NamesOfDatabase;
  /**
   * Of a database that commits each statement which alters a table by itself. There nothing is altered before all plans are
   * made, what an interrupted opening has done is found again, and a table or column of another name in the definition keeps
   * its own in the database.
   */
  readonly altersInSteps?: AlteringInSteps<Connection>;
  /** The type that a value of a form is cast to where no column tells it; missing where values have types of their own. */
  castType?(form: StoredForm): string;
  /** The names in use for tables, indexes and what else shares their names. */
  namesInUse(connection: Connection): Awaitable<Set<string>>;
  /** Statements that make a table with its columns and its slots; `names` are those in use, and are added to. */
  createTable(layout: TableLayout, names: Set<string>): readonly string[];
  /** Whether a row is among those of a list, so that an index serves; undefined where the database cannot tell. */
  inList(list: LookupList, column: SqlColumn, row: RowInSql): SqlFragment | undefined;
  /** Missing where no tables of other programs can be used. */
  readonly sources?: SourceDialect;
  /** What a database says of a row that it refuses; undefined for every other error. */
  violationOf?(error: unknown): Violation | undefined;
  rowsOfTable(layout: TableLayout): TableAccess<Connection>;
}

/** How tables of other programs are read and written. */
interface SourceDialect {
  /** How a column holds the values of each form; undefined where it cannot. */
  readonly forms: SourceForms;
  /** How a row is inserted, where it is not as in the standard with `returning`. */
  readonly insert?: SourceInsert;
  /**
   * What ends a statement that reads rows before they are changed, so that this program waits; missing where the database finds
   * out by itself that they were changed meanwhile.
   */
  readonly lock?: SqlFragment;
  /** Whether an update that sets what is there already counts its row, so that one of no rows was kept from it. */
  readonly countsUnchanged?: boolean;
}

/**
 * The rows of one table, read and written as its database does it best. A row that is given has the values of the table's columns, in
 * their order, as the columns keep them. A row that is read has them too, and its slot.
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
  /** The index on a field of the objects in a column; undefined where there can be none, missing where a database indexes none. */
  fieldIndex?(layout: TableLayout, column: number, field: IndexedField): PlannedIndex | undefined;
}

/** What a database does in its own way where it alters tables in steps. */
export interface AlteringInSteps<Connection extends SqlConnection> {
  /** Removes a column with all that depends on it; does nothing where it is gone. */
  dropColumn(connection: Connection, table: string, column: string): Awaitable<unknown>;
}
