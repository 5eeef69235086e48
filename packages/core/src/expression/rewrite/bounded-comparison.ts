import type { Operator } from "../syntax/ast.ts";
import { ownColumn } from "../tree/facts.ts";
import type { BinaryNode, Node, RowSlot } from "../tree/node.ts";
import { isOrdered, isWholeNumber, valueFamilyOf } from "../tree/type.ts";
import { type Bounds, boundsOf, shortBoundsOf } from "./bounds.ts";

/** A comparison with a constant number, date, time or duration. */
export interface BoundedComparison extends BinaryNode {
  /** What the other operand has to lie within. */
  readonly bounds: Bounds;
}

/** Whether a node is a comparison whose bounds were found by `findBounds`. */
export function isBounded(node: Node): node is BoundedComparison {
  return "bounds" in node;
}

/** A comparison with a constant on either side with its bounds, where there are any. */
export function findBounds(node: BinaryNode): BinaryNode {
  const { right, rule } = node;
  if (rule.result !== "Yes/No" || !isOrdered(rule.left) || isBounded(node)) return node;
  const [operand, constant] = operandAndConstant(node);
  const isMirrored = operand === right;
  if (constant.op !== "constant" || typeof constant.value !== "number") return node;
  // In the blank mode `legacy` the sides differ.
  if (isMirrored && rule.id === "legacy comparison") return node;
  const operator = (isMirrored && MIRRORED[rule.operator]) || rule.operator;
  const bounds = (isShort(operand) ? shortBoundsOf : boundsOf)(operator, constant.value);
  return bounds === undefined ? node : ({ ...node, bounds } as BoundedComparison);
}

/** The operator that says the same with its sides exchanged; one that is missing says the same itself. */
export const MIRRORED: Partial<Record<Operator, Operator>> = { "<": ">", "<=": ">=", ">": "<", ">=": "<=" };

/**
 * Whether a number has at most 15 digits: a whole number, a date or a time in a cell, and what a function answers that counts. A
 * decimal of another program's table may have more.
 */
function isShort(node: Node): boolean {
  if (node.op === "column") return valueFamilyOf(node.type) !== "number" || isWholeNumber(node.type);
  return node.op === "call" && (node.definition.largest ?? Infinity) < 1e15;
}

/** The two sides of an operator, the constant last; the right side comes first if neither is a constant. */
export function operandAndConstant({ left, right }: BinaryNode): readonly [operand: Node, constant: Node] {
  return right.op === "constant" ? [left, right] : [right, left];
}

/** A condition of an AND: a node, or the range that several conditions leave to a column. */
type MergedCondition = { readonly node: Node } | ColumnRange;

interface ColumnRange {
  readonly index: number;
  readonly bounds: Bounds;
}

/** Joins neighbours among the conditions of an AND that bound the same column, such as the two ends of a period. */
export function mergeBounds(conditions: readonly Node[], innermost: RowSlot): readonly MergedCondition[] {
  const merged: MergedCondition[] = [];
  let last: ColumnRange | undefined;
  for (const node of conditions) {
    const range = rangeOf(node, innermost);
    if (range !== undefined && range.index === last?.index) {
      last = { index: range.index, bounds: intersection(last.bounds, range.bounds) };
      merged.splice(-1, 1, last);
    } else {
      last = range;
      merged.push({ node });
    }
  }
  return merged;
}

function rangeOf(node: Node, innermost: RowSlot): ColumnRange | undefined {
  if (!isBounded(node) || node.bounds.outside) return undefined;
  const index = ownColumn(operandAndConstant(node)[0], innermost);
  return index === undefined ? undefined : { index, bounds: node.bounds };
}

function intersection(one: Bounds, other: Bounds): Bounds {
  return { low: Math.max(one.low, other.low), high: Math.min(one.high, other.high), outside: false };
}
