import type { Value } from "../../values/index.ts";
import { negate } from "../operators/index.ts";
import { EvaluationError } from "../runtime/evaluation-error.ts";
import type { BinaryNode, Node, SignNode } from "../tree/node.ts";

/** The node, computed now when its operands are constants; one that would fail is left to fail when it runs. */
export function foldConstants(node: BinaryNode | SignNode): Node {
  if (node.op === "negate") {
    return node.operand.op === "constant" ? constant(node, negate(node.operand.value)) : node;
  }
  if (node.left.op !== "constant" || node.right.op !== "constant") return node;
  try {
    return constant(node, node.rule.evaluate(node.left.value, node.right.value));
  } catch (error) {
    if (error instanceof EvaluationError) return node;
    throw error;
  }
}

function constant(node: Node, value: Value): Node {
  const { type, start, end } = node;
  return { op: "constant", value, type, start, end };
}
