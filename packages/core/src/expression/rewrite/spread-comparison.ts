import type { BinaryNode, Node } from "../tree/node.ts";
import { sidesOf } from "./sides-of.ts";

/**
 * A comparison of an IF with a constant as an IF of comparisons, so that branches that are constants are decided in
 * advance; undefined for anything else.
 */
export function spreadComparison(node: BinaryNode, rewriteNode: (node: Node) => Node): Node | undefined {
  const { left, rule, type, start, end } = node;
  const [operand, constant] = sidesOf(node);
  if (operand.op !== "conditional" || constant.op !== "constant" || rule.result !== "Yes/No")
    return undefined;
  const compare = (value: Node) =>
    rewriteNode(operand === left ? { ...node, left: value } : { ...node, right: value });
  const branches = operand.branches.map(({ condition, value }) => ({ condition, value: compare(value) }));
  return { ...operand, branches, otherwise: compare(operand.otherwise), type, start, end };
}
