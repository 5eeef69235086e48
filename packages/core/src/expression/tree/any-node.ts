import type { CheckedExpression } from "./checked-expression.ts";
import { children } from "./children.ts";
import type { Node } from "./node.ts";
import { readingsOf } from "./readings-of.ts";

/** Whether something holds for a node of an expression, those of the computed columns and filters it reads included. */
export function anyNode(expression: CheckedExpression, holds: (node: Node) => boolean): boolean {
  const read = readingsOf([expression]).keys();
  return anyNodeOf(expression.root, holds) || [...read].some(({ root }) => anyNodeOf(root, holds));
}

/** Whether something holds for a node of a tree. */
export function anyNodeOf(root: Node, holds: (node: Node) => boolean): boolean {
  const waiting: Node[] = [root];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (holds(node)) return true;
    for (const child of children(node)) waiting.push(child);
  }
  return false;
}
