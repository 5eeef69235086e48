import type { Family, InList } from "@tablewright/core/storage";
import {
  joinSql,
  lookupList,
  type RowInSql,
  type SqlFragment,
  type SqlValue,
  sql,
  sqlName,
  sqlParameter,
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
  const size = SIZES.find((most) => most >= values.length);
  if (size === undefined) return undefined;
  const name = sqlName(alias, isText ? foldColumn(column.name) : column.name);
  const padded = Array.from({ length: size }, (_, at): SqlValue => values[at] ?? values.at(-1) ?? null);
  const isFound = sql`${name} in (${joinSql(
    padded.map((one) => sqlParameter(one)),
    ", ",
  )})`;
  return wanted.hasBlank ? sql`(${isFound} or ${name} is null)` : sql`(${isFound})`;
}

const SIZES = [1, 16, 256, 4_096];
