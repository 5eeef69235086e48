/** What a client knows of one table or slice; `tablewright types` writes it. `never`: the table takes no such call. */
export interface TableTypes {
  /** A row as it is answered. */
  row: object;
  /** What names a row. */
  key: object;
  add: object;
  edit: object;
  delete: object;
  /** The names of the actions that a call may name. */
  actions: string;
}

/** What a client knows of an application. */
export interface ApplicationTypes {
  id: string;
  tables: Readonly<Record<string, TableTypes>>;
}

/** An application of which nothing is known before it is called. */
export interface AnyApplication {
  id: string;
  tables: Record<string, { row: Cells; key: Cells; add: Cells; edit: Cells; delete: Cells; actions: string }>;
}

/** The cells of a row by column, as JSON. */
// biome-ignore lint/suspicious/noExplicitAny: who knows nothing of an application looks into its rows freely
export type Cells = Record<string, any>;

/** The name of a table or slice. */
export type TableOf<A extends ApplicationTypes> = keyof A["tables"] & string;

/** A row of a table, as it is answered. */
export type RowOf<A extends ApplicationTypes, T extends TableOf<A>> = A["tables"][T]["row"];

/** What names a row of a table. */
export type KeyOf<A extends ApplicationTypes, T extends TableOf<A>> = A["tables"][T]["key"];
