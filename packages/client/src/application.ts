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
  decisions?: Readonly<Record<string, DecisionTypes>>;
}

/** What a client knows of a decision: what it takes, and its outputs by name. */
export interface DecisionTypes {
  facts: object;
  outputs: object;
}

/** An application of which nothing is known before it is called. */
export interface AnyApplication {
  id: string;
  tables: Record<string, { row: Cells; key: Cells; add: Cells; edit: Cells; delete: Cells; actions: string }>;
  decisions: Record<string, { facts: Cells; outputs: Cells }>;
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

/** The decisions of an application, by name. */
type DecisionsOf<A extends ApplicationTypes> = A extends {
  readonly decisions: infer Decisions extends Readonly<Record<string, DecisionTypes>>;
}
  ? Decisions
  : Record<never, never>;

/** The name of a decision. */
export type DecisionOf<A extends ApplicationTypes> = keyof DecisionsOf<A> & string;

/** The facts that a decision takes. */
export type FactsOf<A extends ApplicationTypes, D extends DecisionOf<A>> = DecisionsOf<A>[D] extends {
  readonly facts: infer Facts extends object;
}
  ? Facts
  : never;

/** The outputs that a decision gives. */
export type OutputsOf<A extends ApplicationTypes, D extends DecisionOf<A>> = DecisionsOf<A>[D] extends {
  readonly outputs: infer Outputs;
}
  ? Outputs
  : never;

/** Any JSON. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };
