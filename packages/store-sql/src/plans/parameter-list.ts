import { joinSql, type SqlFragment, sqlParameter } from "../fragments/sql-fragment.ts";
import type { SqlValue } from "../values/sql-value.ts";

/** Values as parameters of an IN-list, the last one again up to the next of few sizes; undefined for very many. */
export function parameterList(values: readonly SqlValue[]): SqlFragment | undefined {
  const size = SIZES.find((most) => most >= values.length);
  if (size === undefined) return undefined;
  const padding = Array<SqlValue>(size - values.length).fill(values.at(-1) ?? null);
  return joinSql([...values, ...padding].map(sqlParameter), ", ");
}

/** Few sizes make few shapes of statements. */
const SIZES = [1, 16, 256, 4_096];
