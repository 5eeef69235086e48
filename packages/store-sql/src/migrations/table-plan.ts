import type { StoredColumn, StoredTable } from "@tablewright/core/storage";
import type { LaidOutColumn, TableLayout } from "../tables/table-layout.ts";
import { valueFormOf } from "../tables/value-form-of.ts";
import type { IndexChanges } from "./plan-indexes.ts";

/** What it takes to make the database have a table, by reading alone. */
export interface TablePlan {
  /** Where the table lies when it is carried out. */
  readonly layout: TableLayout;
  readonly isNew: boolean;
  readonly added: readonly LaidOutColumn[];
  readonly indexes: IndexChanges;
  readonly renumbers: boolean;
  /** Why it cannot be carried out; empty when it can. */
  readonly refusals: readonly string[];
}

/** Why a plan is refused whose column holds other values than are wanted now; `place` is where they could go. */
export function otherForm(
  table: StoredTable,
  column: StoredColumn,
  { form }: LaidOutColumn,
  place: string,
): string {
  return (
    `Column "${column.name}" of table "${table.name}" holds values of the form ${form}, and the definition now ` +
    `wants ${valueFormOf(column)}. Give the column another name, or bring its values into ${place}.`
  );
}

/** Why a plan is refused whose key two rows have. */
export function sharedKey(
  { table }: TableLayout,
  parts: readonly LaidOutColumn[],
  key: readonly unknown[],
): string {
  const names = parts.map(({ column }) => `"${column}"`).join(" and ");
  return `Two rows of table "${table.name}" have the key ${JSON.stringify(key)}, so ${names} cannot tell its rows apart.`;
}
