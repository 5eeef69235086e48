/** A cell of the model: every blank is null. */
export type ModelValue = string | number | null;

export type ModelRow = Readonly<Record<string, ModelValue>>;

/** The row of a table that has this key, as it is stored. */
export type FindRow = (table: string, key: ModelValue) => ModelRow | undefined;

export interface ModelRule {
  readonly reads: readonly string[];
  readonly holds: (row: ModelRow) => boolean;
}

/** A stored column; with a formula or with columns whose changes it counts, nobody writes it. */
export interface ModelColumn {
  readonly name: string;
  readonly kind: "text" | "number" | "choice";
  readonly values?: readonly string[];
  readonly initial?: ModelValue;
  readonly required?: boolean;
  readonly requiredIf?: ModelRule;
  readonly validIf?: ModelRule;
  readonly min?: number;
  readonly max?: number;
  readonly mustExistIn?: string;
  readonly formula?: (row: ModelRow, find: FindRow) => ModelValue;
  readonly counts?: readonly string[];
  /** Of which rows a clerk reads its cell, and of which they may write it; of all where it is left out. */
  readonly clerkReads?: "never" | ((row: ModelRow) => boolean);
  readonly clerkWrites?: (row: ModelRow) => boolean;
}

export interface ModelTable {
  readonly name: string;
  readonly key: readonly string[];
  readonly numbering: "position" | "stable";
  /** In formula order. */
  readonly columns: readonly ModelColumn[];
  readonly virtual?: Readonly<Record<string, (row: ModelRow) => ModelValue>>;
  /** The table whose rows are parts of this one's, and the column that says of which. */
  readonly parts?: { readonly table: string; readonly column: string };
}

/** A Data or a Grouped action; a row that does not meet it is passed over. */
export interface ModelAction {
  readonly meets?: (row: ModelRow) => boolean;
  readonly set?: (row: ModelRow) => ModelRow;
  readonly run?: readonly ModelAction[];
}

/** Whether a clerk reads the cell of a row. */
export function isReadByClerk({ clerkReads }: ModelColumn, row: ModelRow): boolean {
  return clerkReads !== "never" && (clerkReads?.(row) ?? true);
}
