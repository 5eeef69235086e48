import type { Operator } from "../syntax/ast.ts";
import type { BinaryNode, Node } from "../tree/node.ts";
import { isOrdered, isWholeNumber, valueFamilyOf } from "../tree/type.ts";
import { type Bounds, boundsOf, shortBoundsOf } from "./bounds.ts";
import { sidesOf } from "./sides-of.ts";

/** A comparison with a constant number, date, time or duration. */
export interface BoundedComparison extends BinaryNode {
  /** What the other operand has to lie within. */
  readonly bounds: Bounds;
}

export function isBounded(node: Node): node is BoundedComparison {
  return "bounds" in node;
}

/** A comparison with a constant on either side with its bounds, where there are any. */
export function findBounds(node: BinaryNode): BinaryNode {
  const { right, rule } = node;
  if (rule.result !== "Yes/No" || !isOrdered(rule.left) || isBounded(node)) return node;
  const [operand, constant] = sidesOf(node);
  const isMirrored = operand === right;
  if (constant.op !== "constant" || typeof constant.value !== "number") return node;
  // In the blank mode `legacy` the sides differ.
  if (isMirrored && rule.id === "legacy comparison") return node;
  const operator = (isMirrored && MIRRORED[rule.operator]) || rule.operator;
  const bounds = (isShort(operand) ? shortBoundsOf : boundsOf)(operator, constant.value);
  return bounds === undefined ? node : ({ ...node, bounds } as BoundedComparison);
}

const MIRRORED: Partial<Record<Operator, Operator>> = { "<": ">", "<=": ">=", ">": "<", ">=": "<=" };

/**
 * Whether a number has at most 15 digits: a whole number, a date or a time in a cell, and what a function answers that counts. A
 * decimal of another program's table may have more.
 */
function isShort(node: Node): boolean {
  if (node.op === "column") return valueFamilyOf(node.type) !== "number" || isWholeNumber(node.type);
  return node.op === "call" && (node.definition.largest ?? Infinity) < 1e15;
}
