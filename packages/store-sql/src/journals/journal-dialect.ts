import type { StoredForm } from "../compile/sql-table.ts";

/** What one database says differently about the tables of the outbox and of the run history. */
export interface JournalDialect {
  /** The type of a column that keeps values of a form exactly. */
  typeOf(form: StoredForm): string;
  /** The parameter for a bound value; positions count from 1. */
  placeholder(position: number): string;
  /** The type of a text of at most 255 characters that can be unique. */
  readonly idType: string;
  /** The type of a column that numbers rows by itself, upwards, and is their primary key. */
  readonly sequence: string;
  /** The text that a column has where a row names none, as it follows DEFAULT; missing where it is a plain literal. */
  initially?(literal: string): string;
  /** What follows the columns of a table, such as `strict`. */
  readonly tableEnding: string;
  /** What the index on waiting events is on: only those where a database has partial indexes. */
  readonly waiting: string;
  /** What an index on failed events is on, where that for waiting ones does not find them too. */
  readonly failed?: string;
  /** What follows the choice of events to claim, such as `for update`, where writers do not take turns. */
  readonly claimEnding: string;
  /** What follows the values of an insert that does nothing where a unique column has the value already. */
  ignoring(column: string): string;
}
