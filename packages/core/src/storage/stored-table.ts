import type { Family } from "../values/index.ts";

/** The five kinds under all column types, so that a new column type touches no store. */
export type StorageKind = "text" | "integer" | "real" | "boolean" | "json";

export interface StoredColumn {
  readonly name: string;
  readonly kind: StorageKind;
  /** How its values compare, and so how an index on it folds. */
  readonly family: Family;
  /** Whether look-ups by this column are common enough to keep an index. */
  readonly indexed: boolean;
}

/** What a store is told of a table: no rules, no formulas, no virtual columns. */
export interface StoredTable {
  readonly name: string;
  readonly columns: readonly StoredColumn[];
  /** Positions, within `columns`, of the key parts; never empty. */
  readonly key: readonly number[];
  /** `position`: row numbers close up after a delete; `stable`: a row keeps its number for life. */
  readonly rowNumbers: "position" | "stable";
}
