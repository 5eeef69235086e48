import { anyNode } from "../../any-node.ts";
import type { CheckedExpression } from "../../checked-expression.ts";

/** Whether an expression calls a function that takes long enough on one value to pause in it. */
export function runsInSteps({ root }: CheckedExpression): boolean {
  return anyNode(root, (node) => node.op === "call" && node.evaluator.inSteps !== undefined);
}
