import type { LogicNode } from "@tablewright/core/storage";
import { compileCondition } from "../compile-condition.ts";
import { allOf, anyOf } from "../conditions.ts";
import type { SqlScope } from "../sql-scope.ts";
import type { SqlCondition } from "../sql-term.ts";

/** AND and OR of conditions of which a blank one counts as FALSE. */
export function compileLogic(node: LogicNode, scope: SqlScope): SqlCondition | undefined {
  const parts = node.conditions.map((condition) => compileCondition(condition, scope));
  if (parts.includes(undefined)) return undefined;
  return (node.op === "and" ? allOf : anyOf)(parts as SqlCondition[]);
}
