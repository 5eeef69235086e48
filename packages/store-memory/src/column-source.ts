import { isDeepStrictEqual } from "node:util";
import {
  type ConvertValue,
  type JsonForm,
  jsonFormOf,
  type Migration,
  type OtherForms,
  otherForms,
  type Row,
  readObjects,
  type StoredColumn,
  type StoredTable,
  type Type,
  type Value,
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
  /** Of a column whose values are of another form; `convert` is missing where it is not allowed. */
  readonly converts: Conversion | undefined;
}

interface Conversion extends OtherForms {
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
  const other = before && otherFormsOf(before, column);
  const fields = before?.objects;
  const { objects } = column;
  if (held === undefined || other === undefined || old.rows.toArray().every((row) => stored(row) === null)) {
    const isSame = objects === undefined || fields === undefined || isDeepStrictEqual(fields, objects);
    const read = isSame ? stored : (row: Row) => withFields(stored(row), fields, objects);
    return { column, from, stored, read, converts: undefined };
  }
  const convert = migration?.converting(table.name, column.name, other.held);
  const read = (row: Row) => {
    const value = stored(row);
    if (value === null) return null;
    return convert?.(fields === undefined ? value : JSON.parse(writeObjects(value, fields)));
  };
  return { column, from, stored, read, converts: { ...other, convert } };
}

/** The forms of a column before and now; undefined where its values read as they are. */
function otherFormsOf(before: StoredColumn, now: StoredColumn): OtherForms | undefined {
  const [held, holds] = [valueFormOf(before), valueFormOf(now)];
  return held === holds ? otherForms(jsonOf(before), jsonOf(now)) : { held, holds };
}

/** Lists of single values are one form, whatever these are. */
function jsonOf({ objects }: StoredColumn): JsonForm {
  return objects === undefined ? "list" : jsonFormOf(objects);
}

/** An object, or a list of them, with the fields that it has now; those that it had are found by their names. */
function withFields(value: Value, from: Type, to: Type): Value {
  return value === null ? null : readObjects(writeObjects(value, from), to);
}

/** Reads a column of the old table by its name, or what was set aside under the name; blank where neither is. */
export function sourceOf(old: TableVersion, name: string): (row: Row) => Value {
  const at = old.table.columns.findIndex((column) => column.name === name);
  if (at >= 0) return (row) => row[at] ?? null;
  const retired = old.retired.find((column) => column.name === name);
  return (row) => retired?.values.get(encodeKeyOf(row, old.table.key)) ?? null;
}
