import type { StoredForm } from "../compile/sql-table.ts";
import type { StorageDialect } from "../tables/storage-dialect.ts";

/** What one database says differently about the tables of the outbox and of the run history. */
export interface JournalDialect extends StorageDialect {
  /** The type of a column that numbers rows by itself, upwards, and is their primary key. */
  readonly sequence: string;
  /** What stands behind the columns of a table, such as `strict`. */
  readonly tableEnding: string;
  /** What stands behind the choice of events to claim, such as `for update`, where writers do not take turns. */
  readonly claimEnding: string;
  /** Where a row to insert comes from, such as `values (?, ?)`; a database may take many rows by the same parameters. */
  rowsOf(forms: readonly StoredForm[]): string;
}
