import type { Value } from "../values/index.ts";

/** Groups of rows that are wanted in place of the rows. */
export interface Grouping {
  /** Positions within a row: rows with equal values in all of these columns make a group. */
  readonly by: readonly number[];
  readonly folds: readonly Fold[];
}

/** What is wanted of the values of a column in each group; blanks do not count. */
export interface Fold {
  readonly name: FoldName;
  /** Position within a row. */
  readonly column: number;
}

export type FoldName = "SUM" | "COUNT" | "MIN" | "MAX";

/**
 * Some of the rows that make a group. A store may give a group in pieces, and values that are equal and differ, such as "a" and
 * "A", apart from each other: the engine adds them up.
 */
export interface RowGroup {
  /** The values of its rows in the columns of `by`. */
  readonly by: readonly Value[];
  readonly rows: number;
  /**
   * One for each fold, exactly: of SUM the decimal as text such as `-12.50`, of others the value. Null for SUM, MIN and MAX of no
   * value.
   */
  readonly folded: readonly (string | number | null)[];
}
