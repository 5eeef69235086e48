import type { Value } from "../../values/index.ts";
import { EvaluationError } from "../runtime/evaluation-error.ts";
import { type CallArgument, constant, type Node } from "../tree/node.ts";
import { mapTree } from "../tree/walk.ts";
import { negate } from "./arithmetic.ts";

/** A node whose parts are constants, computed now; one that would fail is left to fail when it runs. */
export function foldConstants(node: Node): Node {
  if (!isComputable(node)) return node;
  try {
    return constant(constantValue(node), node.type, node);
  } catch (error) {
    if (error instanceof EvaluationError) return node;
    throw error;
  }
}

function isComputable(node: Node): boolean {
  switch (node.op) {
    case "negate":
      return isConstant(node.operand);
    case "binary":
      return isConstant(node.right) && isConstant(node.left);
    case "call":
      return node.definition.isPure && node.arguments.every(isConstant);
    default:
      return false;
  }
}

function isConstant(part: CallArgument): boolean {
  return part === undefined || ("op" in part ? part.op === "constant" : part.every(isConstant));
}

function constantValue(node: Node): Value {
  switch (node.op) {
    case "constant":
      return node.value;
    case "negate":
      return negate(constantValue(node.operand));
    case "binary":
      return node.rule.evaluate(constantValue(node.left), constantValue(node.right));
    case "call": {
      const values = node.arguments.map(
        (part) => part && ("op" in part ? constantValue(part) : part.map(constantValue)),
      );
      return node.definition.skipsBlanks && values.includes(null) ? null : node.evaluator(...values);
    }
    default:
      return null;
  }
}

/** A part made only of constants as the one that it comes to; any other unchanged. */
export function asConstant(part: Node): Node {
  const folded = mapTree(part, foldConstants);
  return folded.op === "constant" ? folded : part;
}
