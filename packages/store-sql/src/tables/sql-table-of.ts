import type { StoredColumn } from "@tablewright/core/storage";
import {
  indexedFieldsOf,
  type SqlColumn,
  type SqlTable,
  type StoredForm,
  type Windows,
} from "../compile/sql-table.ts";
import { columnsAsStored, SLOT, type TableLayout } from "./table-layout.ts";

/** How a database reads the columns of our own tables. */
export interface OwnColumns {
  /** How it computes with a column of a form whose type is another; missing where it computes with each as it is. */
  ownColumn?(form: StoredForm): Pick<SqlColumn, "widen" | "heldAs">;
}

/** A table as expressions are compiled about it: stable row numbers are its slots. */
export function sqlTableOf(layout: TableLayout, dialect: OwnColumns): SqlTable {
  const existing = tablesOf.get(layout);
  if (existing !== undefined) return existing;
  const table = makeSqlTable(layout, dialect);
  tablesOf.set(layout, table);
  return table;
}

const tablesOf = new WeakMap<TableLayout, SqlTable>();

function makeSqlTable(layout: TableLayout, dialect: OwnColumns): SqlTable {
  const columns = columnsAsStored(layout).map(({ name, form }, at) => ({
    name,
    form,
    isIndexed: hasIndex(layout, at),
    ...ownJson(layout.table.columns[at]),
    ...dialect.ownColumn?.(form),
  }));
  const windows = windowsOfOwn(layout);
  const isNumberedBySlot = layout.table.rowNumbers === "stable";
  return { name: layout.name, columns, slot: SLOT, windows, isNumberedBySlot };
}

function ownJson({ objects }: Partial<StoredColumn> = {}): Partial<SqlColumn> {
  if (objects === undefined) return {};
  return { isOpaque: true, isOurJson: true, indexedFields: indexedFieldsOf(objects) };
}

/** Those of a table of ours, whose slots order it. */
export function windowsOfOwn({ name }: Pick<TableLayout, "name">): Windows {
  return { table: name, slot: SLOT, column: SLOT, areInOrder: true };
}

/** Whether the rows of a value are found by an index: declared ones, and the first column of the key. */
export function hasIndex({ table }: TableLayout, column: number): boolean {
  const stored = table.columns[column];
  if (stored === undefined || stored.family === "list" || stored.kind === "json") return false;
  return stored.indexed || table.key[0] === column;
}
