import {
  type Family,
  firstEqual,
  firstGreater,
  foldText,
  nextDouble,
  type Operator,
  toCanonical,
  type Value,
} from "@tablewright/core/storage";
import { type SqlFragment, sql } from "../../fragments/sql-fragment.ts";
import type { SqlScope } from "../sql-scope.ts";
import { heldColumn, type SqlCondition, type SqlTerm } from "../sql-term.ts";

/**
 * A comparison of a term with a value that is not blank, such that an index on the term's column serves; undefined where
 * both sides must be brought to one form first.
 */
export function compareWithConstant(
  operator: Operator,
  value: SqlTerm,
  constant: Value,
  family: Family,
  { dialect }: SqlScope,
): SqlCondition | undefined {
  const made = (text: SqlFragment | undefined): SqlCondition | undefined =>
    text && { sql: sql`(${text})`, isTwoValued: !value.isNullable, mayThrow: value.mayThrow };
  if (family === "text" && typeof constant === "string") {
    const folded = dialect.fold?.(value.sql);
    if (operator === "=" && !(value.isFoldIndexed && folded)) {
      const known = dialect.foldsToAny?.(value.sql, [constant], value.isFoldIndexed === true);
      if (known !== undefined) return made(known);
    }
    if (folded !== undefined && operator === "=" && value.isFoldIndexed && dialect.foldedIsAny !== undefined)
      return made(dialect.foldedIsAny(folded, [foldText(constant)]));
    return made(folded && withOperator(operator, folded, dialect.bound(foldText(constant), "text")));
  }
  if (family !== "number" || typeof constant !== "number") return undefined;
  if (dialect.indexesByType && value.form === "integer" && Number.isSafeInteger(constant)) {
    return made(withOperator(operator, heldColumn(value), dialect.bound(constant, "integer")));
  }
  if (value.form !== "real") {
    return made(withOperator(operator, value.sql, dialect.bound(toCanonical(constant), "real")));
  }
  return made(withinRange(operator, value.sql, toCanonical(constant), (x) => dialect.bound(x, "real")));
}

/** For a double of any digits: the doubles equal to a decimal of 15 digits are one range. */
function withinRange(
  operator: Operator,
  value: SqlFragment,
  middle: number,
  bound: (x: number) => SqlFragment,
): SqlFragment | undefined {
  const first = firstEqual(middle);
  const behind = firstGreater(middle);
  if (first === undefined || behind === undefined) return undefined;
  switch (operator) {
    case "=":
      return sql`${value} between ${bound(first)} and ${bound(-nextDouble(-behind))}`;
    case "<":
      return sql`${value} < ${bound(first)}`;
    case "<=":
      return sql`${value} < ${bound(behind)}`;
    case ">":
      return sql`${value} >= ${bound(behind)}`;
    default:
      return sql`${value} >= ${bound(first)}`;
  }
}

function withOperator(operator: Operator, left: SqlFragment, right: SqlFragment): SqlFragment {
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
