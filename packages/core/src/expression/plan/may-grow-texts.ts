import { rewrite } from "../rewrite/rewrite.ts";
import { anyNodeOf } from "../tree/any-node.ts";
import type { CheckedExpression } from "../tree/checked-expression.ts";
import type { Node } from "../tree/node.ts";
import { readingsOf } from "../tree/readings-of.ts";

/** Whether evaluating an expression builds texts, which may become longer than a request allows. */
export function mayGrowTexts(expression: CheckedExpression): boolean {
  const existing = answers.get(expression);
  if (existing !== undefined) return existing;
  const read = [expression, ...readingsOf([expression]).keys()];
  const answer = read.some((one) => anyNodeOf(rewrite(one).root, grows));
  answers.set(expression, answer);
  return answer;
}

function grows(node: Node): boolean {
  if (node.op === "binary") return node.rule.operator === "&";
  return node.op === "call" && node.definition.growsText === true;
}

const answers = new WeakMap<CheckedExpression, boolean>();
