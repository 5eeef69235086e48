import { joinSql, sql } from "../fragments/sql-fragment.ts";
import { ALWAYS, allOf, NEVER, twoValued } from "./conditions.ts";
import type { SqlCondition } from "./sql-term.ts";

/**
 * The rows of a table that its security filter lets through and that satisfy the conditions. A database tries the terms of
 * AND in any order it likes, so the conditions stand in a CASE, which it may not take apart; `seeks` stand outside, as an
 * index serves them. They compare what an index holds and cannot fail, and they are no more than the filter costs.
 */
export function behindFilter(
  filter: SqlCondition,
  seeks: readonly SqlCondition[],
  condition: SqlCondition,
): SqlCondition {
  if (filter === ALWAYS) return allOf([...seeks, condition]);
  if (filter === NEVER) return NEVER;
  const guarded: SqlCondition = {
    sql: sql`case when ${filter.sql} then ${twoValued(condition).sql} else false end`,
    isTwoValued: true,
    mayThrow: filter.mayThrow || condition.mayThrow,
  };
  const parts = [filter, ...seeks, ...(condition === ALWAYS ? [] : [guarded])];
  return {
    sql: sql`(${joinSql(
      parts.map((one) => one.sql),
      " and ",
    )})`,
    isTwoValued: parts.every(({ isTwoValued }) => isTwoValued),
    mayThrow: parts.some(({ mayThrow }) => mayThrow),
  };
}
