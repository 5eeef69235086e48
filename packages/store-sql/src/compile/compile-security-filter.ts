import { filterReads, rewrite } from "@tablewright/core/compiler";
import type { CheckedExpression } from "@tablewright/core/storage";
import { joinSql, sql, sqlName } from "../fragments/sql-fragment.ts";
import { ALWAYS_TRUE, allOf, NEVER_TRUE, twoValued } from "./conditions.ts";
import type { SqlScope } from "./sql-scope.ts";
import type { SqlCondition } from "./sql-term.ts";

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
