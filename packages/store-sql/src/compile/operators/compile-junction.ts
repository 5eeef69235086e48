import type { LogicNode, Node } from "@tablewright/core/compiler";
import { sql } from "../../fragments/sql-fragment.ts";
import { allOf, anyOf } from "../conditions.ts";
import type { SqlScope } from "../sql-scope.ts";
import type { SqlCondition } from "../sql-term.ts";

/** AND and OR of conditions of which a blank one counts as FALSE. */
export function compileJunction(node: LogicNode, scope: SqlScope): SqlCondition | undefined {
  const parts = node.conditions.map((condition) => scope.condition(condition));
  if (parts.includes(undefined)) return undefined;
  if (node.op === "and") return allOf(parts as SqlCondition[]);
  const any = anyOf(parts as SqlCondition[]);
  const { mostAlternatives = Number.POSITIVE_INFINITY } = scope.dialect;
  return alternativesIn(node) > mostAlternatives ? hiddenFromPlanner(any) : any;
}

/** How many conditions an OR is of, with those of the ORs in it. */
function alternativesIn(node: Node): number {
  if (node.op !== "or") return 1;
  return node.conditions.reduce((count, condition) => count + alternativesIn(condition), 0);
}

/** The same condition, which the planner does not take apart to find indexes. */
function hiddenFromPlanner(condition: SqlCondition): SqlCondition {
  return { ...condition, sql: sql`(${condition.sql} is true)`, isTwoValued: true };
}
