import { anyNodeOf } from "./any-node.ts";
import type { CheckedExpression } from "./checked-expression.ts";
import type { Node } from "./node.ts";

/** The computed columns and filters that a tree reads by itself, each as often as it stands there. */
export function formulasIn(root: Node): readonly CheckedExpression[] {
  const formulas: CheckedExpression[] = [];
  anyNodeOf(root, (node) => {
    if (node.op === "formula") formulas.push(node.formula);
    return false;
  });
  return formulas;
}
