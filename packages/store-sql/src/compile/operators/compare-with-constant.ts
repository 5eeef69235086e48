import {
  firstEqual,
  firstGreater,
  foldText,
  nextDouble,
  type Operator,
  toCanonical,
} from "@tablewright/core/compiler";
import type { Family, Value } from "@tablewright/core/storage";
import { joinSql, type SqlFragment, sql } from "../../fragments/sql-fragment.ts";
import { isIsoFamily } from "../constant-term.ts";
import type { SqlDialect } from "../sql-dialect.ts";
import type { SqlScope } from "../sql-scope.ts";
import {
  comparedColumn,
  heldAs,
  heldColumn,
  heldDecimal,
  type SqlCondition,
  type SqlTerm,
} from "../sql-term.ts";
import { compareMoment } from "./compare-moment.ts";
import { withOperator } from "./with-operator.ts";

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
  const conditionOf = (text: SqlFragment | undefined): SqlCondition | undefined =>
    text && { sql: sql`(${text})`, isTwoValued: !value.isNullable, mayThrow: value.mayThrow };
  if (family === "text" && typeof constant === "string") {
    const folded = dialect.native?.("fold", [value.sql]);
    if (operator === "=" && !(value.isFoldIndexed && folded)) {
      const test = dialect.foldMatches?.(value.sql, [constant], "whole", value.isFoldIndexed === true);
      if (test !== undefined) return conditionOf(test);
    }
    if (folded !== undefined && operator === "=" && value.isFoldIndexed && dialect.foldedIsAny !== undefined)
      return conditionOf(dialect.foldedIsAny(folded, [foldText(constant)]));
    return conditionOf(folded && withOperator(operator, folded, dialect.bound(foldText(constant), "text")));
  }
  if (typeof constant !== "number") return undefined;
  if (isIsoFamily(family)) return conditionOf(compareMoment(operator, value, constant, family, dialect));
  if (family !== "number") return undefined;
  if (dialect.indexesByType && value.form === "integer" && Number.isSafeInteger(constant)) {
    return conditionOf(withOperator(operator, comparedColumn(value), dialect.bound(constant, "integer")));
  }
  const decimal = heldDecimal(value);
  if (decimal !== undefined)
    return conditionOf(withOperator(operator, decimal, dialect.bound(toCanonical(constant), "decimal")));
  if (value.form !== "real") {
    return conditionOf(withOperator(operator, value.sql, dialect.bound(toCanonical(constant), "real")));
  }
  return conditionOf(withinRange(operator, value, toCanonical(constant), dialect));
}

/** For a double of any digits: the doubles equal to a decimal of 15 digits are one range. */
function withinRange(
  operator: Operator,
  value: SqlTerm,
  middle: number,
  dialect: SqlDialect,
): SqlFragment | undefined {
  const first = firstEqual(middle);
  const behind = firstGreater(middle);
  if (first === undefined || behind === undefined) return undefined;
  const bound = (x: number) => dialect.bound(x, "real");
  switch (operator) {
    case "=": {
      const last = -nextDouble(-behind);
      const guard = [guardOf(">=", value, first, dialect), guardOf("<=", value, last, dialect)];
      return guarded(guard, sql`${value.sql} between ${bound(first)} and ${bound(last)}`);
    }
    case "<":
      return guarded([guardOf("<=", value, first, dialect)], sql`${value.sql} < ${bound(first)}`);
    case "<=":
      return guarded([guardOf("<=", value, behind, dialect)], sql`${value.sql} < ${bound(behind)}`);
    case ">":
      return guarded([guardOf(">=", value, behind, dialect)], sql`${value.sql} >= ${bound(behind)}`);
    default:
      return guarded([guardOf(">=", value, first, dialect)], sql`${value.sql} >= ${bound(first)}`);
  }
}

/** What holds of a decimal of any digits where a comparison of its double does: an index serves it. */
function guardOf(
  operator: "<=" | ">=",
  value: SqlTerm,
  bound: number,
  dialect: SqlDialect,
): SqlFragment | undefined {
  if (dialect.asDecimal === undefined || heldAs(value) !== "long decimals") return undefined;
  // The decimal may be half a step away from its double, and the one that is bound half a step from its own.
  const wide = operator === ">=" ? -nextDouble(nextDouble(-bound)) : nextDouble(nextDouble(bound));
  return Number.isFinite(wide)
    ? withOperator(operator, heldColumn(value), dialect.bound(wide, "decimal"))
    : undefined;
}

function guarded(guards: readonly (SqlFragment | undefined)[], test: SqlFragment): SqlFragment {
  const all = guards.filter((one) => one !== undefined);
  return all.length === 0 ? test : sql`${joinSql(all, " and ")} and ${test}`;
}
