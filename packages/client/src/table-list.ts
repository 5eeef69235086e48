/** The tables and slices that the caller reaches, in the definition's order. */
export interface TableList {
  readonly app: { readonly id: string; readonly name: string };
  readonly tables: readonly ListedTable[];
  readonly slices: readonly { readonly name: string; readonly table: string }[];
  /** What the caller may do beside calls on rows. */
  readonly rights: readonly ("events" | "tests" | "undo")[];
}

export interface ListedTable {
  readonly name: string;
  /** The names of the key columns. */
  readonly key: readonly string[];
  /** The column that rows are called by. */
  readonly label: string;
}
