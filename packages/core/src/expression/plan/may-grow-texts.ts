import { anyNode } from "../tree/any-node.ts";
import type { CheckedExpression } from "../tree/checked-expression.ts";

/** Whether evaluating an expression builds texts, which may become longer than a request allows. */
export function mayGrowTexts(expression: CheckedExpression): boolean {
  const known = answers.get(expression);
  if (known !== undefined) return known;
  const answer = anyNode(expression, (node) => {
    if (node.op === "binary") return node.rule.operator === "&";
    return node.op === "call" && node.definition.growsText === true;
  });
  answers.set(expression, answer);
  return answer;
}

const answers = new WeakMap<CheckedExpression, boolean>();
