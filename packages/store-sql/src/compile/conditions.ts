import { joinSql, sql } from "../fragments/sql-fragment.ts";
import { type SqlCondition, type SqlTerm, term } from "./sql-term.ts";

/** A condition as a value: TRUE or FALSE. */
export function asYesNo(condition: SqlCondition): SqlTerm {
  const { sql: text, mayThrow } = twoValued(condition);
  return term("boolean", text, { isNullable: false, mayThrow });
}

/** A Yes/No value as a condition, TRUE exactly where the value is. */
export function asCondition(value: SqlTerm): SqlCondition {
  return { sql: value.sql, isTwoValued: !value.isNullable, mayThrow: value.mayThrow };
}

/** The same condition, never NULL. */
export function twoValued(condition: SqlCondition): SqlCondition {
  if (condition.isTwoValued) return condition;
  return { ...condition, sql: sql`(${condition.sql} is true)`, isTwoValued: true };
}

/** The opposite of a condition, TRUE also where that is NULL. */
export function opposite(condition: SqlCondition): SqlCondition {
  return { ...condition, sql: sql`(${condition.sql} is not true)`, isTwoValued: true };
}

export const ALWAYS_TRUE: SqlCondition = { sql: sql`true`, isTwoValued: true, mayThrow: false };

export const NEVER_TRUE: SqlCondition = { sql: sql`false`, isTwoValued: true, mayThrow: false };

/** All of the conditions; one after a condition that may throw is tried only after it, as the evaluator does. */
export function allOf(conditions: readonly SqlCondition[]): SqlCondition {
  const parts = conditions.filter((one) => one !== ALWAYS_TRUE);
  const [first, ...others] = parts;
  if (first === undefined) return ALWAYS_TRUE;
  if (others.length === 0) return first;
  if (!parts.some(({ mayThrow }) => mayThrow)) {
    return joined(parts, " and ");
  }
  return parts.reduceRight((behind, one) => ({
    sql: sql`case when ${one.sql} then ${twoValued(behind).sql} else false end`,
    isTwoValued: true,
    mayThrow: true,
  }));
}

/** Any of the conditions, in the same way. */
export function anyOf(conditions: readonly SqlCondition[]): SqlCondition {
  const [first, ...others] = conditions;
  if (first === undefined) return NEVER_TRUE;
  if (others.length === 0) return first;
  if (!conditions.some(({ mayThrow }) => mayThrow)) {
    return joined(conditions, " or ");
  }
  return conditions.reduceRight((behind, one) => ({
    sql: sql`case when ${one.sql} then true else ${twoValued(behind).sql} end`,
    isTwoValued: true,
    mayThrow: true,
  }));
}

function joined(parts: readonly SqlCondition[], separator: string): SqlCondition {
  const texts = parts.map((one) => one.sql);
  return {
    sql: sql`(${joinSql(texts, separator)})`,
    isTwoValued: parts.every(({ isTwoValued }) => isTwoValued),
    mayThrow: false,
  };
}
