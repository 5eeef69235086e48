import { type SqlFragment, sql } from "../fragments/sql-fragment.ts";

/** Whether a number lies in the range of all those that are read as a key, which an index serves; not all in it are. */
export function isNear(column: SqlFragment, key: SqlFragment): SqlFragment {
  const reach = sql`abs(${key}) * 1e-15`;
  return sql`${column} between ${key} - ${reach} and ${key} + ${reach}`;
}
