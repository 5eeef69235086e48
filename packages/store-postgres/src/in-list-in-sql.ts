import {
  columnTerm,
  comparedColumn,
  heldColumn,
  heldDecimal,
  type LookupList,
  type RowInSql,
  type SqlColumn,
  type SqlDialect,
  SqlFragment,
  type SqlTerm,
  type SqlValue,
  type StoredForm,
  sql,
  sqlParameter,
} from "@tablewright/store-sql";
import { INDEXED_CHARACTERS, indexedFold } from "./expression-dialect.ts";
import { nativeTypeName } from "./types.ts";

/**
 * Whether a row's column equals one of the values, by the language's equality and such that an index on the column
 * serves. Undefined for texts where nothing folds them. One shape, however many values there are.
 */
export function inListInSql(
  { family, values, hasBlank }: LookupList,
  column: SqlColumn,
  { alias }: RowInSql,
  { native }: SqlDialect,
): SqlFragment | undefined {
  const value = columnTerm(alias, column);
  if (value === undefined || value.form === "real") return undefined;
  const name = comparedColumn(value);
  const folded = family === "text" ? native?.("fold", [name]) : undefined;
  if (family === "text" && folded === undefined) return undefined;
  const indexed = folded === undefined ? name : indexedFold(folded);
  const isFound =
    folded === undefined
      ? isOneOf(name, values, heldDecimal(value) === undefined ? typeOf(value.form, column.form) : "numeric")
      : sql`${isOneOf(indexed, startsOf(values), "text")} and ${isOneOf(folded, values, "text")}`;
  const held = folded === undefined ? heldColumn(value) : indexed;
  return hasBlank ? sql`((${isFound}) or ${held} is null)` : sql`(${isFound})`;
}

/** What an index holds of folded texts. */
function startsOf(values: readonly SqlValue[]): readonly string[] {
  return [...new Set(values.map((one) => [...String(one)].slice(0, INDEXED_CHARACTERS).join("")))];
}

/** Numbers that are computed with are doubles. */
function typeOf(form: SqlTerm["form"], stored: StoredForm): string {
  return form === "canonical" ? "double precision" : nativeTypeName(stored);
}

function isOneOf(value: SqlFragment, values: readonly SqlValue[], type: string): SqlFragment {
  const list = sqlParameter(`{${values.map((one) => written(one, type)).join(",")}}`);
  return sql`${value} = any(${list}::${new SqlFragment([`${type}[]`])})`;
}

/** A value as the text of an array has it. */
function written(value: SqlValue, type: string): string {
  if (typeof value === "string") return `"${value.replace(/[\\"]/g, "\\$&")}"`;
  return type === "boolean" ? String(value === 1) : String(value);
}
