import {
  type LookupList,
  parameterList,
  type RowInSql,
  type SqlColumn,
  type SqlFragment,
  type SqlValue,
  sql,
  sqlName,
  sqlParameter,
} from "@tablewright/store-sql";

/**
 * Whether a row's column equals one of the values, by the language's equality and such that an index on the column
 * serves. One shape, however many values there are.
 */
export function inListInSql(
  { family, values, hasBlank }: LookupList,
  { name: column, form }: SqlColumn,
  { alias }: RowInSql,
): SqlFragment | undefined {
  const name = sqlName(alias, column);
  const value = family === "text" ? sql`tw_fold(${name})` : name;
  // SQLite reads the decimals of a JSON text less exactly than it keeps them, so these are bound one by one.
  const list = form === "real" ? parameterList(values) : inJson(values);
  if (list === undefined) return undefined;
  const isFound = sql`${value} in (${list})`;
  return hasBlank ? sql`(${isFound} or ${value} is null)` : sql`(${isFound})`;
}

function inJson(values: readonly SqlValue[]): SqlFragment {
  return sql`select value from json_each(${sqlParameter(JSON.stringify(values))})`;
}
