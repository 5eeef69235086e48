import { anyNode } from "../../tree/any-node.ts";
import type { CheckedExpression } from "../../tree/checked-expression.ts";
import { isDrawn } from "../../tree/is-drawn.ts";

/** Whether evaluating an expression twice on one row may give two answers within one request. */
export function isVolatile(expression: CheckedExpression): boolean {
  const existing = answers.get(expression);
  if (existing !== undefined) return existing;
  const answer = anyNode(expression, isDrawn);
  answers.set(expression, answer);
  return answer;
}

const answers = new WeakMap<CheckedExpression, boolean>();
