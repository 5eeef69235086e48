import { toCanonical, writePlainNumber } from "@tablewright/core/compiler";
import { exactDigits, type Row } from "@tablewright/core/storage";
import type { StoredForm } from "../compile/sql-table.ts";
import { type SqlFragment, sql, sqlName, sqlParameter } from "../fragments/sql-fragment.ts";
import type { SqlValue } from "../values/sql-value.ts";
import type { SourceColumn } from "./source-column.ts";
import { INNER } from "./source-layout.ts";

/** A value as it is written. */
export function writtenValue({ write, blank }: SourceColumn, value: SqlValue): SqlFragment {
  if (value === null && blank !== undefined) return blank;
  return write === undefined || value === null ? sqlParameter(value) : write(sqlParameter(value));
}

/** A part of a key as the database compares it with others that are given. */
export function partOfKey(column: SourceColumn | undefined, value: SqlValue): SqlFragment {
  if (column === undefined || value === null) return sql`''`;
  return column.asCompared?.(sqlParameter(value)) ?? writtenValue(column, value);
}

/** Whether a column has a value to the letter, in such a way that an index serves. */
export function hasValue(column: SourceColumn, value: SqlValue): SqlFragment {
  const { matches, isExactly, name, blank } = column;
  if (value === null)
    return blank === undefined ? sql`coalesce(${sqlName(name)}, '') = ''` : sql`${sqlName(name)} = ''`;
  if (matches !== undefined) return matches(sqlName(name), sqlParameter(value));
  const isEqual = sql`${sqlName(name)} = ${seekOf(column, value)}`;
  return isExactly === undefined
    ? isEqual
    : sql`${isEqual} and ${isExactly(sqlName(name), sqlParameter(value))}`;
}

/** As the database compares, where that is otherwise than to the letter. */
export function isLike(column: SourceColumn, value: SqlValue): SqlFragment {
  const name = sqlName(INNER, column.name);
  if (column.isLike === undefined || value === null) return hasValue(column, value);
  return column.isLike(name, sqlParameter(value));
}

/** What the column is compared with. */
export function seekOf({ seek }: SourceColumn, value: SqlValue): SqlFragment {
  return seek === undefined ? sqlParameter(value) : seek(sqlParameter(value));
}

/** Whether a value is the old one as its reader got it: of a number with decimals 15 digits, of which the database may keep more. */
export function isAsRead(
  old: Row[number] | undefined,
  value: Row[number] | undefined,
  form: StoredForm,
): boolean {
  if (form === "real" && typeof old === "number" && typeof value === "number")
    return toCanonical(old) === toCanonical(value);
  return isSame(old, value);
}

/** Whether other digits were sent of a number than the row has. */
export function hasOtherDigits(old: Row, row: Row, at: number): boolean {
  const sent = exactDigits(row, at);
  return (
    sent !== undefined && sent !== (exactDigits(old, at) ?? writePlainNumber(Number(old[at] ?? Number.NaN)))
  );
}

export function isSame(one: Row[number] | undefined, other: Row[number] | undefined): boolean {
  return one === other || JSON.stringify(one ?? null) === JSON.stringify(other ?? null);
}
