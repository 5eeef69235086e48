import { isDeepStrictEqual } from "node:util";
import type { Row, StoredTable, Value } from "@tablewright/core/storage";
import { encodeKeyOf } from "./encode-key.ts";
import { PersistentMap } from "./persistent-map.ts";
import type { RetiredColumn } from "./retired-column.ts";
import { TableVersion } from "./table-version.ts";

/**
 * A table in the form now wanted, with the rows it had: new columns are blank, columns no longer named are set aside.
 * Throws when the rows do not differ in the key now wanted.
 */
export function adoptTable(old: TableVersion | undefined, table: StoredTable): TableVersion {
  if (old === undefined) return TableVersion.empty(table);
  if (isDeepStrictEqual(old.table, table)) return old;
  const sources = table.columns.map(({ name }) => sourceOf(old, name));
  const names = new Set(table.columns.map(({ name }) => name));
  const retiring = [...old.table.columns, ...old.retired].filter(({ name }) => !names.has(name));
  const retired = retiring.map(({ name }): RetiredColumn => ({ name, values: new PersistentMap() }));
  const adopted = TableVersion.empty(table, retired, old.rows.highest);
  const setAside = retired.map(({ name, values }) => ({ values, source: sourceOf(old, name) }));
  for (const row of old.rows.toArray()) {
    const stored = sources.map((source) => source(row));
    adopted.restore(stored, row.at(-1) as number);
    const key = encodeKeyOf(stored, table.key);
    for (const { values, source } of setAside) {
      const value = source(row);
      if (value !== null) values.set(key, value);
    }
  }
  return adopted;
}

type Source = (row: Row) => Value;

/** Reads a column of the old table by its name, or what was set aside under the name; blank where neither is. */
function sourceOf(old: TableVersion, name: string): Source {
  const at = old.table.columns.findIndex((column) => column.name === name);
  if (at >= 0) return (row) => row[at] ?? null;
  const retired = old.retired.find((column) => column.name === name);
  return (row) => retired?.values.get(encodeKeyOf(row, old.table.key)) ?? null;
}
