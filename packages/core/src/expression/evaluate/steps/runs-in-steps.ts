import { anyNode } from "../../tree/any-node.ts";
import type { CheckedExpression } from "../../tree/checked-expression.ts";

/** Whether an expression calls a function that takes long enough on one value to pause in it. */
export function runsInSteps(expression: CheckedExpression): boolean {
  return anyNode(expression, (node) => node.op === "call" && node.evaluator.inSteps !== undefined);
}
