import type { BinaryNode, Node } from "./node.ts";

/** A left-nested run of binary nodes taken apart: the leftmost operand, then the nodes from the inside out. */
export interface Unwound {
  readonly first: Node;
  readonly steps: readonly BinaryNode[];
}

/** Takes a run apart without recursion: `a + b + c + …` may be thousands deep on the left. */
export function unwind(node: BinaryNode): Unwound {
  const steps: BinaryNode[] = [];
  let first: Node = node;
  while (first.op === "binary") {
    steps.push(first);
    first = first.left;
  }
  return { first, steps: steps.reverse() };
}
