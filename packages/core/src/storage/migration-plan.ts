/** What opening a store for the tables of a definition would do to it, step by step; no step drops anything. */
export type MigrationPlan = readonly MigrationStep[];

export type MigrationStep =
  | { readonly what: "createTable"; readonly table: string; readonly columns: readonly string[] }
  | { readonly what: "addColumn"; readonly table: string; readonly column: string; readonly holds: string }
  | { readonly what: "addIndex"; readonly table: string; readonly columns: readonly string[] }
  | { readonly what: "changeKey"; readonly table: string; readonly columns: readonly string[] }
  /** The database keeps the same values as values of types of its own. */
  | {
      readonly what: "changeTypes";
      readonly table: string;
      readonly columns: readonly string[];
      readonly rows: number;
    }
  | { readonly what: "renumberRows"; readonly table: string; readonly to: "position" | "stable" }
  | KeptColumn
  | KeptTable
  /** What the store cannot do; while there is such a step, opening does nothing at all and rejects with the reasons. */
  | { readonly what: "refuse"; readonly table: string; readonly reason: string };

/** A column that the definition names no longer. */
export interface KeptColumn {
  readonly what: "keepColumn";
  readonly table: string;
  readonly column: string;
  /** A word for the form of its values, the same for columns whose values could be exchanged. */
  readonly holds: string;
  /** How many rows have a value in it. */
  readonly values: number;
}

/** A table that the definition names no longer. */
export interface KeptTable {
  readonly what: "keepTable";
  readonly table: string;
  readonly columns: readonly string[];
  readonly rows: number;
}
