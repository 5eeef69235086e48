import type { Among, Family } from "@tablewright/core/storage";
import {
  joinSql,
  type RowInSql,
  type SqlFragment,
  type SqlValue,
  soughtValue,
  sql,
  sqlHole,
  sqlName,
} from "@tablewright/store-sql";

/**
 * Whether a row's column equals one of the values, by the language's equality and such that an index on the column
 * serves. Undefined for a column of another family, and for lists. One shape, however many values there are.
 */
export function amongInSql(
  among: Among,
  family: Family,
  { alias, table }: RowInSql,
): SqlFragment | undefined {
  const column = table.columns[among.column];
  if (column === undefined || column.form === "json" || family !== among.family) return undefined;
  const name = sqlName(alias, column.name);
  const value = family === "text" ? sql`tw_fold(${name})` : name;
  const wanted = among.values.map((one) => soughtValue(one, family, column.form));
  const values = [...new Set(wanted.filter((one) => one !== null && one !== undefined))];
  if (column.form === "real" && values.length > MOST_HOLES) return undefined;
  const list = column.form === "real" ? inHoles(values) : inJson(values);
  const isFound = sql`${value} in (${list})`;
  return wanted.includes(null) ? sql`(${isFound} or ${value} is null)` : sql`(${isFound})`;
}

function inJson(values: readonly SqlValue[]): SqlFragment {
  return sql`select value from json_each(${sqlHole(JSON.stringify(values))})`;
}

/** SQLite reads the decimals of a JSON text less exactly than it keeps them, so these are bound one by one. */
function inHoles(values: readonly SqlValue[]): SqlFragment {
  const [last = null] = values;
  const count = HOLES.find((size) => size >= values.length) ?? values.length;
  const padded = [...values, ...Array<SqlValue>(count - values.length).fill(last)];
  return joinSql(
    padded.map((one) => sqlHole(one)),
    ", ",
  );
}

/** Few sizes make few shapes. */
const HOLES = [1, 16, 256, 4_096];
const MOST_HOLES = 4_096;
