import { isDeepStrictEqual } from "node:util";
import {
  type ConvertValue,
  type Migration,
  type Row,
  readObjects,
  type StoredColumn,
  type StoredTable,
  type Type,
  type Value,
  type ValueForm,
  valueFormOf,
  writeObjects,
} from "@tablewright/core/storage";
import { encodeKeyOf } from "./encode-key.ts";
import type { TableVersion } from "./table-version.ts";

/** Where the values of a column come from when its table gets another form. */
export interface ColumnSource {
  readonly column: StoredColumn;
  /** The name of the column that it was, of those set aside as well; undefined for a new one. */
  readonly from: string | undefined;
  /** The value that a row has had. */
  readonly stored: (row: Row) => Value;
  /** The value that it gets; undefined for one that does not convert. */
  readonly read: (row: Row) => Value | undefined;
  /** Of a column whose values are of another form; `convert` is missing where nobody allows it. */
  readonly converts: Conversion | undefined;
}

interface Conversion {
  readonly held: ValueForm;
  readonly holds: ValueForm;
  readonly convert: ConvertValue | undefined;
}

export function columnSource(
  old: TableVersion,
  table: StoredTable,
  column: StoredColumn,
  migration: Migration | undefined,
): ColumnSource {
  const names = [...old.table.columns, ...old.retired].map(({ name }) => name);
  const from = [column.name, column.was].find((name) => name !== undefined && names.includes(name));
  const stored = from === undefined ? () => null : sourceOf(old, from);
  const before = old.table.columns.find(({ name }) => name === from);
  const held = before && valueFormOf(before);
  const holds = valueFormOf(column);
  const isOther = held !== undefined && held !== holds;
  const fields = before?.objects;
  const { objects } = column;
  if (!isOther && objects !== undefined && fields !== undefined && !isDeepStrictEqual(fields, objects)) {
    const read = (row: Row) => withFields(stored(row), fields, objects);
    return { column, from, stored, read, converts: undefined };
  }
  if (!isOther || old.rows.toArray().every((row) => stored(row) === null))
    return { column, from, stored, read: stored, converts: undefined };
  const convert = migration?.converting(table.name, column.name, held);
  const read = (row: Row) => {
    const value = stored(row);
    return value === null ? null : convert?.(value);
  };
  return { column, from, stored, read, converts: { held, holds, convert } };
}

/** An object, or a list of them, with the fields that it has now; those that it had are found by their names. */
function withFields(value: Value, from: Type, to: Type): Value {
  try {
    return value === null ? null : readObjects(writeObjects(value, from), to);
  } catch {
    return null; // a field is of another type now
  }
}

/** Reads a column of the old table by its name, or what was set aside under the name; blank where neither is. */
export function sourceOf(old: TableVersion, name: string): (row: Row) => Value {
  const at = old.table.columns.findIndex((column) => column.name === name);
  if (at >= 0) return (row) => row[at] ?? null;
  const retired = old.retired.find((column) => column.name === name);
  return (row) => retired?.values.get(encodeKeyOf(row, old.table.key)) ?? null;
}
