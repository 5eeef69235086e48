import { findConstant, isCallOf, type Node } from "@tablewright/core/compiler";
import { compileValue } from "./compile-value.ts";
import { ALWAYS, asCondition, NEVER } from "./conditions.ts";
import { compileComparison } from "./operators/compile-comparison.ts";
import { compileLogic } from "./operators/compile-logic.ts";
import { compileIn } from "./rows/compile-in.ts";
import type { SqlScope } from "./sql-scope.ts";
import type { SqlCondition } from "./sql-term.ts";

/** A Yes/No node as a test that is TRUE exactly where the evaluator answers TRUE. */
export function compileCondition(node: Node, outer: SqlScope): SqlCondition | undefined {
  if (isCallOf(node, "IN")) return compileIn(node, outer);
  const isComparison = node.op === "binary" && node.rule.result === "Yes/No";
  if (!isComparison && node.op !== "and" && node.op !== "or") {
    const value = compileValue(node, outer);
    return (
      value && (value.constant === undefined ? asCondition(value) : value.constant === true ? ALWAYS : NEVER)
    );
  }
  const constant = findConstant(node, outer.request.context);
  if (constant === "fails") return outer.stop(node, "it cannot be computed");
  if (constant !== "varies") return constant.value === true ? ALWAYS : NEVER;
  const steps = isComparison
    ? 1
    : 1 + Math.ceil((node as { conditions: readonly Node[] }).conditions.length / 8);
  const scope = outer.inside(steps);
  if (scope === undefined) return outer.stop(node, "it is nested too deeply");
  return node.op === "binary" ? compileComparison(node, scope) : compileLogic(node, scope);
}
