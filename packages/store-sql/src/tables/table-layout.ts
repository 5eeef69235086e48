import type { JsonForm, StoredTable } from "@tablewright/core/storage";
import type { StoredForm } from "../compile/sql-table.ts";

/** Where a table of the definition lies in the database. */
export interface TableLayout {
  readonly table: StoredTable;
  /** Its name in the database. */
  readonly name: string;
  /** Every column the database has, in any order, those included that the definition no longer names. */
  readonly columns: readonly LaidOutColumn[];
}

export interface LaidOutColumn {
  /** Its name in the definition. */
  readonly column: string;
  /** Its name in the database. */
  readonly name: string;
  readonly form: StoredForm;
  /** Of a column of objects: how they are written. */
  readonly json?: JsonForm;
  /** Of a column that rows are still to be given values in: the slot up to which they have them; see `withFillingMarks`. */
  readonly filledTo?: number;
  /** Whether every row was given a value in it, so that rows which get none from an older definition are to be given one. */
  readonly fills?: true;
}

/** The column that numbers the rows in stored order; it is the row number where row numbers are stable. */
export const SLOT = "_Slot";

/** The layout's columns in the order of the table's own. */
export function columnsAsStored({ table, columns }: TableLayout): readonly LaidOutColumn[] {
  const byColumn = new Map(columns.map((one) => [one.column, one]));
  return table.columns.map(({ name }) => byColumn.get(name) as LaidOutColumn);
}
