import {
  type LookupList,
  parameterList,
  type RowInSql,
  type SqlColumn,
  type SqlFragment,
  sql,
  sqlName,
} from "@tablewright/store-sql";
import { indexedPart } from "./folded-texts.ts";
import { foldColumn } from "./generated-columns.ts";

/**
 * Whether a row's column may equal one of the values, such that an index on the column serves: of texts those come that have
 * in common what the index holds. Undefined for texts without an index, and for very many values. Few shapes, however many
 * values there are.
 */
export function inListInSql(
  { family, values, hasBlank }: LookupList,
  column: SqlColumn,
  { alias }: RowInSql,
): SqlFragment | undefined {
  const isText = family === "text";
  if (isText && !column.isIndexed) return undefined;
  const list = parameterList(isText ? [...new Set(values.map((one) => indexedPart(String(one))))] : values);
  if (list === undefined) return undefined;
  const name = sqlName(alias, isText ? foldColumn(column.name) : column.name);
  const isFound = sql`${name} in (${list})`;
  return hasBlank ? sql`(${isFound} or ${name} is null)` : sql`(${isFound})`;
}
