import type { ConvertValue, OtherForms, Type } from "@tablewright/core/storage";
import type { CataloguedTable } from "../catalogue/catalogue.ts";
import type { StoredForm } from "../compile/sql-table.ts";
import type { LaidOutColumn, TableLayout } from "../tables/table-layout.ts";
import type { IndexChanges } from "./plan-indexes.ts";

/** What it takes to make the database have a table, only by reading. */
export interface TablePlan {
  /** The table as the definition has it, under the names that the database has until `renames` are carried out. */
  readonly layout: TableLayout;
  /** The table that is there; undefined for a new one. */
  readonly old: CataloguedTable | undefined;
  /** Counted only where something is reported of it. */
  readonly rows: number;
  readonly renames: Renames;
  readonly converted: readonly ConvertedLayout[];
  readonly added: readonly LaidOutColumn[];
  /** The columns that the definition names no longer. */
  readonly unnamed: readonly LaidOutColumn[];
  /** Whether these are removed. */
  readonly drops: boolean;
  readonly indexes: IndexChanges;
  /** Whether the catalogue says something else of the filling of columns that are there, or of the fields of their objects. */
  readonly isMarked?: boolean;
  /** Why it cannot be carried out; empty when it can. */
  readonly refusals: readonly Refusal[];
}

export interface Renames {
  /** The name that the table gets in the database; undefined where it keeps its own, and another is noted only in the catalogue. */
  readonly table: string | undefined;
  readonly columns: readonly ColumnRename[];
}

interface ColumnRename {
  /** In the definition. */
  readonly column: string;
  readonly was: string;
  /** In the database; the same where it keeps its name there. */
  readonly from: string;
  readonly to: string;
  readonly values: number;
}

/** A column whose values get another form. */
export interface ConvertedLayout {
  readonly column: LaidOutColumn;
  readonly held: StoredForm;
  /** Both forms in words. */
  readonly words: OtherForms;
  /** Of a column of objects: their type. */
  readonly objects: Type | undefined;
  readonly values: number;
  /** Undefined where there are no values, or it is not allowed. */
  readonly convert: ConvertValue | undefined;
  /** The column next to it that its values are converted into. */
  readonly shadow?: LaidOutColumn;
}

export interface Refusal {
  readonly reason: string;
  /** Whether a `Migration` would do it. */
  readonly isPending?: true;
}
