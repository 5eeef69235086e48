import { joinSql, type SqlFragment, sql, sqlName } from "../fragments/sql-fragment.ts";

/** Where a table of the expression's scope lies in the database. */
export interface SqlTable {
  /** Its name in the database. */
  readonly name: string;
  /** The stored columns, by position within a row. */
  readonly columns: readonly SqlColumn[];
  /** What stands for it behind FROM, where that is not its name: a table of another program, read in our forms. */
  readonly from?: SqlFragment;
  /** The column that numbers the rows in stored order; any column where the table has an `order`. */
  readonly slot: string;
  /** The columns that order the rows of a table without slots, by names of the database. */
  readonly order?: readonly string[];
  /** Whether that column is the row number; else a row number takes counting and is not said in SQL. */
  readonly isNumberedBySlot: boolean;
}

export interface SqlColumn {
  /** Its name in the database. */
  readonly name: string;
  readonly form: StoredForm;
  /** Whether an index finds the rows equal to a value: one on the fold where it is text, else on the column itself. */
  readonly isIndexed?: boolean;
  /** How the database computes with it, where its type is narrower than the form; comparisons take it as it is. */
  readonly widen?: (column: SqlFragment) => SqlFragment;
  /** Whether a real number may have any digits, and not only 15. */
  readonly hasAnyDigits?: boolean;
  /** Whether conditions on it are left to the engine. */
  readonly isOpaque?: boolean;
}

/** What stands behind FROM for a table under an alias. */
export function fromTable({ name, from }: SqlTable, alias: string): SqlFragment {
  return sql`${from ?? sqlName(name)} as ${sqlName(alias)}`;
}

/** What sorts the rows of a table into stored order. */
export function storedOrder({ slot, order = [slot] }: SqlTable, alias: string): SqlFragment {
  return joinSql(
    order.map((column) => sqlName(alias, column)),
    ", ",
  );
}

/** How a column keeps its values: dates and times as ISO text, durations as seconds, lists as JSON text. */
export type StoredForm =
  | "text"
  | "integer"
  | "real"
  | "boolean"
  | "date"
  | "time"
  | "datetime"
  | "duration"
  | "json";
