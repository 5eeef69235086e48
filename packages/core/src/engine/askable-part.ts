import type { CheckedExpression } from "../expression/index.ts";
import type { FindPlan } from "../storage/index.ts";

type FilterOf = (table: string) => CheckedExpression | undefined;

/** A plan whose conditions see other tables as the caller does. */
export function throughFilters(plan: FindPlan, filterOf: FilterOf): FindPlan {
  return { ...plan, sight: { filterOf, unfiltered: 0 } };
}

/** A plan for a table with a security filter: the filter is tried before anything else, and sees all rows. */
export function behindFilter(plan: FindPlan, filter: CheckedExpression, filterOf: FilterOf): FindPlan {
  return { ...plan, conditions: [filter, ...plan.conditions], sight: { filterOf, unfiltered: 1 } };
}

/** The part of a plan that leaves every condition, the order and the limit to the engine. */
export function rowsOnly({ table, context, among }: FindPlan): FindPlan {
  const plan = { table, conditions: [], order: [], context };
  return among === undefined ? plan : { ...plan, among };
}
