import { type SqlFragment, sql } from "@tablewright/store-sql";

/** A number as it is computed with. */
export function asDouble(value: SqlFragment): SqlFragment {
  return sql`(${value})::double precision`;
}
