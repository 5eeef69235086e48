import type { Operator } from "@tablewright/core/compiler";
import { type SqlFragment, sql } from "../../fragments/sql-fragment.ts";

/** Two fragments that a database compares as they are. */
export function withOperator(operator: Operator, left: SqlFragment, right: SqlFragment): SqlFragment {
  switch (operator) {
    case "=":
      return sql`${left} = ${right}`;
    case "<":
      return sql`${left} < ${right}`;
    case "<=":
      return sql`${left} <= ${right}`;
    case ">":
      return sql`${left} > ${right}`;
    default:
      return sql`${left} >= ${right}`;
  }
}
