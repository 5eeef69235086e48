import type { Violation } from "@tablewright/core/storage";
import type { OwnTableDialect } from "../catalogue/catalogue.ts";
import type { SqlDialect } from "../compile/sql-dialect.ts";
import type { RowInSql } from "../compile/sql-scope.ts";
import type { SqlColumn, StoredForm } from "../compile/sql-table.ts";
import type { SqlFragment } from "../fragments/sql-fragment.ts";
import type { IndexDialect } from "../migrations/index-dialect.ts";
import type { AlteringInSteps } from "../migrations/leftovers.ts";
import type { LookupList } from "../plans/lookup-list.ts";
import type { SourceForms } from "../sources/source-column.ts";
import type { SourceInsert } from "../sources/source-insert.ts";
import type { OwnColumns } from "../tables/sql-table-of.ts";
import type { TableLayout } from "../tables/table-layout.ts";
import type { NamesOfDatabase } from "../tables/unused-name.ts";
import type { TableAccess } from "./row-access.ts";
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
export interface SourceDialect {
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
