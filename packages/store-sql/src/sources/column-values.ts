import { toCanonical, writePlainNumber } from "@tablewright/core/compiler";
import { exactDigits, type Row, type Violation } from "@tablewright/core/storage";
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

/** A value of a row that a column does not take: the name of the column in the database, and why. */
export type RefusedValue = Pick<Violation, "kind" | "message"> & { readonly column: string };

/** A blank that the database would replace, or a text that cannot be a value of its column. */
export function refusedValue(
  { isConverted, accepts, rejectsBlank, name }: SourceColumn,
  value: SqlValue,
): RefusedValue | undefined {
  if (value === null && rejectsBlank) return { kind: "not null", column: name, message: "it takes no NULL" };
  if (!isConverted || value === null || accepts === undefined || accepts(value)) return undefined;
  return { kind: "check", column: name, message: `${JSON.stringify(value)} is no value of its type` };
}

/** The first value of which the database has made another one, or that was sent and is never written, of a row that was added or has an old one. */
export function otherThanSent(
  columns: readonly SourceColumn[],
  sent: Row,
  stored: Row,
  old?: Row,
): RefusedValue | undefined {
  for (const [at, { isConverted, isWritten, unwritten, name, form }] of columns.entries()) {
    const isChecked = unwritten !== undefined || (isConverted && isWritten);
    const isSent = !isSame(old?.[at], sent[at] ?? null);
    if (!isChecked || !isSent || isAsRead(stored[at], sent[at] ?? null, form)) continue;
    if (unwritten === "rights")
      return { kind: "rights", column: name, message: "this user may not write it" };
    const [text, made] = [sent[at] ?? null, stored[at] ?? null].map((one) => JSON.stringify(one));
    return { kind: "check", column: name, message: `it makes ${made} of ${text}` };
  }
  return undefined;
}

/** The column whose value has the parameter that a violation is about, of those whose values come first in a statement. */
export function columnOfParameter(
  { parameter = 0 }: Violation,
  written: readonly (readonly [SourceColumn, SqlFragment])[],
): readonly string[] {
  let last = 0;
  for (const [{ name }, { pieces }] of written) {
    last += pieces.filter((piece) => typeof piece === "object" && "value" in piece).length;
    if (parameter > 0 && parameter <= last) return [name];
  }
  return [];
}
