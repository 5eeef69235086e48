import type { StoredTable } from "@tablewright/core/storage";

/** What a transaction did: lists that it read whole, and values that it appended, each to the end of a list. */
export interface ListTransaction {
  readonly reads: readonly { readonly list: string; readonly values: readonly number[] }[];
  /** A value is appended once in a whole history. */
  readonly appends: readonly { readonly list: string; readonly value: number }[];
}

/** The lists, one a row. */
export const lists: StoredTable = {
  name: "Lists",
  columns: [
    { name: "List", kind: "text", family: "text", indexed: false },
    { name: "Values", kind: "json", family: "text", indexed: false },
  ],
  key: [0],
  rowNumbers: "stable",
};
