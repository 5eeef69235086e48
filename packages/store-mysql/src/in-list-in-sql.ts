import type { Family, InList } from "@tablewright/core/storage";
import {
  lookupList,
  parameterList,
  type RowInSql,
  type SqlFragment,
  sql,
  sqlName,
} from "@tablewright/store-sql";
import { indexedPart } from "./folded-texts.ts";
import { foldColumn } from "./generated-columns.ts";

/**
 * Whether a row's column may equal one of the values, such that an index on the column serves: of texts those come that have
 * in common what the index holds. Undefined for a column of another family, for lists, for texts without an index, and for
 * very many values. Few shapes, however many values there are.
 */
export function inListInSql(
  inList: InList,
  family: Family,
  { alias, table }: RowInSql,
): SqlFragment | undefined {
  const column = table.columns[inList.column];
  const wanted = lookupList(inList, family, column);
  if (column === undefined || wanted === undefined) return undefined;
  const isText = family === "text";
  if (isText && !column.isIndexed) return undefined;
  const values = isText ? [...new Set(wanted.values.map((one) => indexedPart(String(one))))] : wanted.values;
  const list = parameterList(values);
  if (list === undefined) return undefined;
  const name = sqlName(alias, isText ? foldColumn(column.name) : column.name);
  const isFound = sql`${name} in (${list})`;
  return wanted.hasBlank ? sql`(${isFound} or ${name} is null)` : sql`(${isFound})`;
}
