/** The tables, slices and functions that the caller reaches, in the definition's order. */
export interface TableList {
  readonly app: { readonly id: string; readonly name: string };
  readonly tables: readonly ListedTable[];
  readonly slices: readonly { readonly name: string; readonly table: string }[];
  /** What Selectors may call besides the functions of the language; left out where there are none. */
  readonly functions?: readonly ListedFunction[];
  /** What the caller may do besides calls on rows. */
  readonly rights: readonly ("events" | "tests" | "undo")[];
}

export interface ListedTable {
  readonly name: string;
  /** The names of the key columns. */
  readonly key: readonly string[];
  /** The column that rows are called by. */
  readonly label: string;
}

/** Types are those that a definition writes, such as `List of Line`. */
export interface ListedFunction {
  readonly name: string;
  readonly description?: string;
  readonly parameters: readonly { readonly name: string; readonly type: string }[];
  readonly result: string;
}
