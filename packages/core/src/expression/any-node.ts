import type { CheckedExpression } from "./checked-expression.ts";
import { children } from "./children.ts";
import type { Node } from "./node.ts";

/** Whether something holds for a node of a tree, those of the computed columns and filters it reads included. */
export function anyNode(root: Node, holds: (node: Node) => boolean): boolean {
  const entered = new Set<CheckedExpression>();
  const waiting: Node[] = [root];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (holds(node)) return true;
    if (node.op === "formula" && !entered.has(node.formula)) {
      entered.add(node.formula);
      waiting.push(node.formula.root);
    }
    waiting.push(...children(node));
  }
  return false;
}
