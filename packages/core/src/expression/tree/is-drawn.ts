import { memo } from "../runtime/memo.ts";
import { anyNode } from "./any-node.ts";
import type { CheckedExpression } from "./checked-expression.ts";
import type { Node } from "./node.ts";

/** Whether a node may give another value each time it is evaluated, although nothing that it reads has changed. */
export function isDrawn(node: Node): boolean {
  return node.op === "call" && node.definition.isVolatile;
}

/** Whether evaluating an expression twice on one row may give two values within one request. */
export const isVolatile = memo((expression: CheckedExpression): boolean => anyNode(expression, isDrawn));
