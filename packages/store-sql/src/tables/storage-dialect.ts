import type { StoredForm } from "../compile/sql-table.ts";

/** What one database says differently from another. */
export interface StorageDialect {
  /** The type of a column that keeps values of a form exactly. */
  typeOf(form: StoredForm): string;
  /** The parameter for a bound value; positions count from 1. */
  placeholder(position: number): string;
}
