import type { Path } from "../../yaml/definition-source.ts";
import type { ColumnType } from "../column-types/column-type.ts";
import type { ColumnShape, TableShape } from "../text/definition-shape.ts";
import type { TableSource } from "../text/table-source.ts";

/** A table whose columns have a declared type and a position, and whose key is known. */
export interface TableDraft {
  readonly name: string;
  readonly path: Path;
  readonly shape: TableShape;
  /** The table of the database that its rows lie in. */
  readonly source: TableSource | undefined;
  readonly columns: readonly ColumnDraft[];
  readonly key: readonly StoredDraft[];
}

/** A column as the definition declares it, or as the application adds it. */
export type ColumnDraft = DraftMembers & ColumnPlace;

export type StoredDraft = Extract<ColumnDraft, { readonly isVirtual: false }>;

/** Where the values of a column are: at a position of each row, or computed when they are read. */
export type ColumnPlace =
  | { readonly isVirtual: false; readonly index: number }
  | { readonly isVirtual: true };

interface DraftMembers {
  readonly name: string;
  readonly path: Path;
  readonly shape: ColumnShape;
  /** Undefined for a type that does not exist, which has been reported. */
  readonly declared: ColumnType | undefined;
  /** Whether the definition names it; the others the application adds. */
  readonly isDeclared: boolean;
}
