import { type Operator, SECONDS_PER_DAY } from "@tablewright/core/compiler";
import { type SqlFragment, sql } from "../../fragments/sql-fragment.ts";
import { boundMoment } from "../constant-term.ts";
import type { IsoFamily, SqlDialect } from "../sql-dialect.ts";
import { heldAs, heldColumn, type SqlTerm } from "../sql-term.ts";
import { withOperator } from "./with-operator.ts";

/**
 * A comparison of a date or time with one that is not blank, where the column holds it in another way than it is computed
 * with and its index can serve; undefined where both sides compare as they are.
 */
export function compareMoment(
  operator: Operator,
  value: SqlTerm,
  constant: number,
  family: IsoFamily,
  dialect: SqlDialect,
): SqlFragment | undefined {
  const bound = (moment: number) => boundMoment(moment, family, dialect);
  switch (heldAs(value)) {
    case "fractions":
      return withinSecond(operator, heldColumn(value), bound(constant), bound(constant + 1));
    case "instants":
      return nearby(operator, value, bound, constant);
    default:
      return undefined;
  }
}

/** Fractions of a second are cut off, so a column equals the seconds that it has begun. */
function withinSecond(
  operator: Operator,
  column: SqlFragment,
  second: SqlFragment | undefined,
  next: SqlFragment | undefined,
): SqlFragment | undefined {
  if (second === undefined || next === undefined) return undefined;
  switch (operator) {
    case "=":
      return sql`${column} >= ${second} and ${column} < ${next}`;
    case "<=":
      return sql`${column} < ${next}`;
    case ">":
      return sql`${column} >= ${next}`;
    default:
      return withOperator(operator, column, second);
  }
}

/** An instant is found by what lies within two days of it, as no zone is farther off, and then compared by its clock. */
function nearby(
  operator: Operator,
  value: SqlTerm,
  bound: (moment: number) => SqlFragment | undefined,
  constant: number,
): SqlFragment | undefined {
  const column = heldColumn(value);
  const [earlier, exact, later] = [-1, 0, 1].map((way) => bound(constant + way * 2 * SECONDS_PER_DAY));
  if (earlier === undefined || exact === undefined || later === undefined) return undefined;
  const test = withOperator(operator, value.sql, exact);
  switch (operator) {
    case "=":
      return sql`${column} between ${earlier} and ${later} and ${test}`;
    case "<":
    case "<=":
      return sql`${column} <= ${later} and ${test}`;
    default:
      return sql`${column} >= ${earlier} and ${test}`;
  }
}
