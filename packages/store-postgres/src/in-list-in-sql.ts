import type { Family, InList } from "@tablewright/core/storage";
import {
  lookupValue,
  type RowInSql,
  type SqlDialect,
  SqlFragment,
  type SqlValue,
  type StoredForm,
  sql,
  sqlName,
  sqlParameter,
} from "@tablewright/store-sql";
import { INDEXED_CHARACTERS, indexedFold } from "./expression-dialect.ts";
import { typeName } from "./types.ts";

/**
 * Whether a row's column equals one of the values, by the language's equality and such that an index on the column
 * serves. Undefined for a column of another family, for lists, and for texts where nothing folds them. One shape,
 * however many values there are.
 */
export function inListInSql(
  inList: InList,
  family: Family,
  { alias, table }: RowInSql,
  { fold }: SqlDialect,
): SqlFragment | undefined {
  const column = table.columns[inList.column];
  if (column === undefined || column.form === "json" || family !== inList.family) return undefined;
  const name = sqlName(alias, column.name);
  const wanted = inList.values.map((one) => lookupValue(one, family, column.form));
  const values = [...new Set(wanted.filter((one) => one !== null && one !== undefined))];
  const folded = family === "text" ? fold?.(name) : undefined;
  if (family === "text" && folded === undefined) return undefined;
  const indexed = folded === undefined ? name : indexedFold(folded);
  const isFound =
    folded === undefined
      ? isOneOf(name, values, column.form)
      : sql`${isOneOf(indexed, startsOf(values), "text")} and ${isOneOf(folded, values, "text")}`;
  return wanted.includes(null) ? sql`((${isFound}) or ${indexed} is null)` : sql`(${isFound})`;
}

/** What an index holds of folded texts. */
function startsOf(values: readonly SqlValue[]): readonly string[] {
  return [...new Set(values.map((one) => [...String(one)].slice(0, INDEXED_CHARACTERS).join("")))];
}

function isOneOf(value: SqlFragment, values: readonly SqlValue[], form: StoredForm): SqlFragment {
  const list = sqlParameter(`{${values.map((one) => written(one, form)).join(",")}}`);
  return sql`${value} = any(${list}::${new SqlFragment([`${typeName(form)}[]`])})`;
}

/** A value as it stands in the text of an array. */
function written(value: SqlValue, form: StoredForm): string {
  if (typeof value === "string") return `"${value.replace(/[\\"]/g, "\\$&")}"`;
  return form === "boolean" ? String(value === 1) : String(value);
}
