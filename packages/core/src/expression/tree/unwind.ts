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

/** A run as it is evaluated: its innermost pair as a whole, which may have a closure of its own or be kept, then the others. */
export function unwindPair(node: BinaryNode): readonly [begin: Node, rest: readonly BinaryNode[]] {
  const { first, steps } = unwind(node);
  return steps.length === 1 ? [first, steps] : [steps[0] as BinaryNode, steps.slice(1)];
}
