import type { Family, Value } from "../../values/index.ts";

/** The rows of one table as an evaluation sees them, in table order, with look-ups by key and by column. */
export interface TableRows {
  readonly rows: readonly (readonly Value[])[];
  /** Whether each of the rows is known to be the one that `find` gives for its key. */
  readonly hasUniqueKeys: boolean;
  /** The row of a key, exactly; a composite key is its parts joined by ": ". */
  find(key: Value): readonly Value[] | undefined;
  /** The rows whose column equals the value by the language's equality, in table order. */
  matching(column: number, family: Family, value: Value): readonly (readonly Value[])[];
}
