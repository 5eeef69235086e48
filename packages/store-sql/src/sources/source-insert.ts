import { type SqlFragment, sql } from "../fragments/sql-fragment.ts";

/** How a database inserts a row of another program's table and answers its key. */
export interface SourceInsert {
  /** What follows the table where every column has its default. */
  readonly noValues: SqlFragment;
  /** What ends the statement so that it answers columns of the row. */
  returning(columns: SqlFragment): SqlFragment;
  /** Asks for the number that the database gave, for a server on which `returning` answers nothing. */
  readonly lastNumber?: string;
}

export const standardInsert: SourceInsert = {
  noValues: sql`default values`,
  returning: (columns) => sql`returning ${columns}`,
};
