import type { BinaryNode, Node } from "../tree/node.ts";

/** Whether a sum, difference or product of whole numbers may lie beyond ±(2^53−1). */
export function mayOverflow({ rule, left, right }: BinaryNode): boolean {
  if (rule.result !== "Number") return false;
  return largestOf(rule.operator, largest(left, DEEPEST), largest(right, DEEPEST)) > Number.MAX_SAFE_INTEGER;
}

/** How far from zero a whole number can be, as far as what it is made of tells. */
function largest(node: Node, depth: number): number {
  if (depth === 0) return Number.MAX_SAFE_INTEGER;
  switch (node.op) {
    case "constant":
      return Math.abs(Number(node.value ?? 0));
    case "negate":
      return largest(node.operand, depth - 1);
    case "conditional":
      return [node.otherwise, ...node.branches.map(({ value }) => value)]
        .map((one) => largest(one, depth - 1))
        .reduce((most, one) => Math.max(most, one));
    case "binary": {
      if (node.rule.result !== "Number") break;
      const bound = largestOf(
        node.rule.operator,
        largest(node.left, depth - 1),
        largest(node.right, depth - 1),
      );
      return Math.min(bound, Number.MAX_SAFE_INTEGER);
    }
    case "call":
      return node.definition.largest ?? Number.MAX_SAFE_INTEGER;
  }
  return Number.MAX_SAFE_INTEGER;
}

function largestOf(operator: BinaryNode["rule"]["operator"], left: number, right: number): number {
  switch (operator) {
    case "+":
    case "-":
      return left + right;
    case "*":
      return left * right;
    default:
      return left;
  }
}

/** A chain of thousands of operators is not followed to its end. */
const DEEPEST = 6;
