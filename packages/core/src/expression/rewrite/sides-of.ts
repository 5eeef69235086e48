import type { BinaryNode, Node } from "../tree/node.ts";

/** What an operator is given beside a constant, and that constant; where neither side is one, the right side first. */
export function sidesOf({ left, right }: BinaryNode): readonly [operand: Node, constant: Node] {
  return right.op === "constant" ? [left, right] : [right, left];
}
