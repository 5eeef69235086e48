/** Where a table of the expression's scope lies in the database. */
export interface SqlTable {
  /** Its name in the database. */
  readonly name: string;
  /** The stored columns, by position within a row. */
  readonly columns: readonly SqlColumn[];
  /** The column that numbers the rows in stored order. */
  readonly slot: string;
  /** Whether that column is the row number; else a row number takes counting and is not said in SQL. */
  readonly isNumberedBySlot: boolean;
}

export interface SqlColumn {
  /** Its name in the database. */
  readonly name: string;
  readonly form: StoredForm;
  /** Whether an index finds the rows equal to a value: one on the fold where it is text, else on the column itself. */
  readonly isIndexed?: boolean;
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
