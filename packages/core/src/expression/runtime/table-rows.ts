import type { Family, Value } from "../../values/index.ts";

/** The rows of one table as an evaluation sees them, in table order, with look-ups by key and by column. */
export interface TableRows extends MatchingRows {
  readonly rows: readonly (readonly Value[])[];
  /** Whether each of the rows is known to be the one that `find` gives for its key. */
  readonly hasUniqueKeys: boolean;
  /** Whether nothing that was asked for is missing: rows that are still to be read count as none. */
  readonly isComplete: boolean;
  /** The row of a key, exactly; a composite key is its parts joined by ": ". */
  find(key: Value): readonly Value[] | undefined;
}

/** Rows by the value of a column, which is named by its position. */
export interface MatchingRows {
  /** The rows whose column equals the value by the language's equality, in table order. */
  matching(column: number, family: Family, value: Value): readonly (readonly Value[])[];
}
