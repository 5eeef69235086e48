import type { CheckedExpression } from "./checked-expression.ts";
import { children } from "./children.ts";
import type { Node } from "./node.ts";

/** The computed columns and filters that the tree of an expression reads by itself, each as often as it stands there. */
export function formulasIn(expression: CheckedExpression): readonly CheckedExpression[] {
  const known = formulas.get(expression);
  if (known !== undefined) return known;
  const found: CheckedExpression[] = [];
  const waiting: Node[] = [expression.root];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (node.op === "formula") found.push(node.formula);
    for (const child of children(node)) waiting.push(child);
  }
  formulas.set(expression, found);
  return found;
}

const formulas = new WeakMap<CheckedExpression, readonly CheckedExpression[]>();

/** Every computed column and filter that expressions read, also by way of others, with how many places read it. */
export function readingsOf(
  expressions: readonly CheckedExpression[],
): ReadonlyMap<CheckedExpression, number> {
  const readings = new Map<CheckedExpression, number>();
  const waiting = [...expressions];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const formula of formulasIn(next)) {
      const earlier = readings.get(formula) ?? 0;
      readings.set(formula, earlier + 1);
      if (earlier === 0) waiting.push(formula);
    }
  }
  return readings;
}
