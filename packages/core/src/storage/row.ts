import type { Value } from "../values/index.ts";

/**
 * The stored columns of a row in their table's order, then its row number (`_RowNumber`, from 1).
 * A row handed out by a store is never changed by anybody: an edit makes a new array.
 */
export type Row = readonly Value[];

/** The key parts of a row, in the order in which the table names them. */
export type Key = readonly Value[];
