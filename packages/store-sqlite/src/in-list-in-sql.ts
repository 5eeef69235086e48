import type { Family, InList } from "@tablewright/core/storage";
import {
  lookupList,
  parameterList,
  type RowInSql,
  type SqlFragment,
  type SqlValue,
  sql,
  sqlName,
  sqlParameter,
} from "@tablewright/store-sql";

/**
 * Whether a row's column equals one of the values, by the language's equality and such that an index on the column
 * serves. Undefined for a column of another family, and for lists. One shape, however many values there are.
 */
export function inListInSql(
  inList: InList,
  family: Family,
  { alias, table }: RowInSql,
): SqlFragment | undefined {
  const column = table.columns[inList.column];
  const wanted = lookupList(inList, family, column);
  if (column === undefined || wanted === undefined) return undefined;
  const name = sqlName(alias, column.name);
  const value = family === "text" ? sql`tw_fold(${name})` : name;
  const { values, hasBlank } = wanted;
  // SQLite reads the decimals of a JSON text less exactly than it keeps them, so these are bound one by one.
  const list = column.form === "real" ? parameterList(values) : inJson(values);
  if (list === undefined) return undefined;
  const isFound = sql`${value} in (${list})`;
  return hasBlank ? sql`(${isFound} or ${value} is null)` : sql`(${isFound})`;
}

function inJson(values: readonly SqlValue[]): SqlFragment {
  return sql`select value from json_each(${sqlParameter(JSON.stringify(values))})`;
}
