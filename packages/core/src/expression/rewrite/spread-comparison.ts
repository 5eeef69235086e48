import { foldConstants } from "../check/fold-constants.ts";
import type { BinaryNode, ConditionalNode, Node } from "../tree/node.ts";

/** A comparison of a conditional with a constant as a conditional of comparisons; undefined for anything else. */
export function spreadComparison(node: Node): ConditionalNode | undefined {
  if (node.op !== "binary" || node.rule.result !== "Yes/No") return undefined;
  if (node.left.op === "conditional" && node.right.op === "constant") {
    return spread(node, node.left, (value) => foldConstants({ ...node, left: value }));
  }
  if (node.right.op === "conditional" && node.left.op === "constant") {
    return spread(node, node.right, (value) => foldConstants({ ...node, right: value }));
  }
  return undefined;
}

function spread(
  { type, start, end }: BinaryNode,
  conditional: ConditionalNode,
  compare: (value: Node) => Node,
): ConditionalNode {
  const branches = conditional.branches.map(({ condition, value }) => ({ condition, value: compare(value) }));
  return { op: "conditional", branches, otherwise: compare(conditional.otherwise), type, start, end };
}
