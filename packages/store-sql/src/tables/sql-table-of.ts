import type { SqlTable } from "../compile/sql-table.ts";
import { columnsAsStored, SLOT, type TableLayout } from "./table-layout.ts";

/** A table as expressions are compiled about it. `isNumberedBySlot` is whether its slots are its row numbers now. */
export function sqlTableOf(layout: TableLayout, isNumberedBySlot: boolean): SqlTable {
  const known = made.get(layout) ?? [tableOf(layout, false), tableOf(layout, true)];
  made.set(layout, known);
  return known[isNumberedBySlot ? 1 : 0];
}

const made = new WeakMap<TableLayout, readonly [SqlTable, SqlTable]>();

function tableOf(layout: TableLayout, isNumberedBySlot: boolean): SqlTable {
  const columns = columnsAsStored(layout).map(({ name, form }, at) => ({
    name,
    form,
    isIndexed: hasIndex(layout, at),
  }));
  return { name: layout.name, columns, slot: SLOT, isNumberedBySlot };
}

/** Whether the rows of a value are found by an index: declared ones, and the first column of the key. */
export function hasIndex({ table }: TableLayout, column: number): boolean {
  const stored = table.columns[column];
  if (stored === undefined || stored.family === "list" || stored.kind === "json") return false;
  return stored.indexed || table.key[0] === column;
}
