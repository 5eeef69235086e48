import { filterReads, rewrite } from "@tablewright/core/compiler";
import type { CheckedExpression } from "@tablewright/core/storage";
import { joinSql, sql, sqlName } from "../fragments/sql-fragment.ts";
import type { SqlScope } from "./sql-scope.ts";
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
function twoValued(condition: SqlCondition): SqlCondition {
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

/**
 * The rows of a table that its security filter lets through and that satisfy the conditions. A database tries the terms of
 * AND in any order it likes, so the conditions stand in a CASE, which it may not take apart; `seeks` stand outside, as an
 * index serves them. They compare what an index holds and cannot fail, and they are no more than the filter costs.
 */
export function guardByFilter(
  filter: SqlCondition,
  seeks: readonly SqlCondition[],
  condition: SqlCondition,
): SqlCondition {
  if (filter === ALWAYS_TRUE) return allOf([...seeks, condition]);
  if (filter === NEVER_TRUE) return NEVER_TRUE;
  const guarded: SqlCondition = {
    sql: sql`case when ${filter.sql} then ${twoValued(condition).sql} else false end`,
    isTwoValued: true,
    mayThrow: filter.mayThrow || condition.mayThrow,
  };
  const parts = [filter, ...seeks, ...(condition === ALWAYS_TRUE ? [] : [guarded])];
  return {
    sql: sql`(${joinSql(
      parts.map((one) => one.sql),
      " and ",
    )})`,
    isTwoValued: parts.every(({ isTwoValued }) => isTwoValued),
    mayThrow: parts.some(({ mayThrow }) => mayThrow),
  };
}

/**
 * A security filter as such a test. A row of which it reads what is no value is hidden; where such a value may be in another table, and a
 * blank in its place might show more rows, the filter is left to the evaluator.
 */
export function compileSecurityFilter(filter: CheckedExpression, scope: SqlScope): SqlCondition | undefined {
  const { own, others } = filterReads(filter, scope.request.context.user);
  const { root } = rewrite(filter);
  for (const [name, columns] of others) {
    const stored = scope.request.tableOf(name)?.columns ?? [];
    if ([...columns.keys()].some((at) => stored[at]?.isValue !== undefined))
      return scope.stop(root, `what "${name}" holds may be no value, and the row is hidden then`);
  }
  const condition = scope.condition(root);
  const row = scope.rows.get(0);
  if (condition === undefined || row === undefined) return condition;
  const tests = [...own.keys()].flatMap((at): readonly SqlCondition[] => {
    const { name, isValue, isBlank } = row.table.columns[at] ?? {};
    if (name === undefined || isValue === undefined) return [];
    const column = sqlName(row.alias, name);
    const blank = isBlank?.(column) ?? sql`${column} is null`;
    return [{ sql: sql`(${blank} or ${isValue(column)})`, isTwoValued: false, mayThrow: false }];
  });
  return tests.length === 0 ? condition : allOf([...tests, condition]);
}
