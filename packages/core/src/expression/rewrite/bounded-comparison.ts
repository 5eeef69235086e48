import { NEAR, toCanonical } from "../../values/index.ts";
import type { Operator } from "../syntax/ast.ts";
import { ownColumn } from "../tree/facts.ts";
import type { BinaryNode, Node, RowSlot } from "../tree/node.ts";
import { isOrdered, isWholeNumber, valueFamilyOf } from "../tree/type.ts";

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

/**
 * The numbers for which a comparison with a constant is TRUE: those from `low` up to but without `high`, or all
 * others when `outside`. A blank counts as outside. Infinities lie in no range, as results that are not finite are blank.
 */
export interface Bounds {
  readonly low: number;
  readonly high: number;
  readonly outside: boolean;
}

/** The bounds of a comparison with a constant, for any value; undefined for constants beyond all measure. */
export function boundsOf(operator: Operator, constant: number): Bounds | undefined {
  const middle = toCanonical(constant);
  const first = needsFirst(operator) ? firstEqual(middle) : 0;
  const after = needsUpper(operator) ? firstGreater(middle) : 0;
  return first === undefined || after === undefined ? undefined : between(operator, first, after);
}

/** The same for numbers of at most 15 digits, such as whole numbers in cells: nothing but the constant itself is equal to it. */
export function shortBoundsOf(operator: Operator, constant: number): Bounds {
  const middle = toCanonical(constant);
  return between(operator, middle, nextDouble(middle));
}

function needsFirst(operator: Operator): boolean {
  return operator !== "<=" && operator !== ">";
}

function needsUpper(operator: Operator): boolean {
  return operator !== "<" && operator !== ">=";
}

/** `first` is the least number equal to the constant, `after` the least one greater. */
function between(operator: Operator, first: number, after: number): Bounds {
  const isLess = operator === "<" || operator === "<=";
  const isGreater = operator === ">" || operator === ">=";
  return {
    low: isLess ? -Number.MAX_VALUE : needsFirst(operator) ? first : after,
    high: isGreater ? Number.POSITIVE_INFINITY : needsUpper(operator) ? after : first,
    outside: operator === "<>",
  };
}

/**
 * The least double that compares as equal to a canonical number at 15 digits. `toCanonical` is monotone, so the doubles
 * equal to a number are one range; with its two ends known, a row compares plain doubles. Undefined for numbers so
 * large or small that a share of them is no number of its own.
 */
export function firstEqual(middle: number): number | undefined {
  return middle === 0 ? 0 : edgeOf(middle, -1, (x) => toCanonical(x) >= middle);
}

/** The least double that compares as greater than a canonical number at 15 digits. */
export function firstGreater(middle: number): number | undefined {
  return middle === 0 ? Number.MIN_VALUE : edgeOf(middle, 1, (x) => toCanonical(x) > middle);
}

/** Where the range ends on one side: near to half of the 15th digit away, unless the number is a power of ten. */
function edgeOf(middle: number, side: 1 | -1, holds: (x: number) => boolean): number | undefined {
  const size = Math.abs(middle);
  if (size <= 1e-200 || size >= 1e200) return undefined;
  // More than a number that is equal at 15 digits can be away.
  const beyond = middle + side * size * NEAR;
  const halfUnit = 10 ** (Math.floor(Math.log10(size)) - 14) / 2;
  return firstWhere(holds, Math.min(middle, beyond), Math.max(middle, beyond), middle + side * halfUnit);
}

/** The next double; `x` may be of any size but infinite. */
export function nextDouble(x: number): number {
  return x + (Math.abs(x) * HALF_STEP + Number.MIN_VALUE);
}

/** Half a step between doubles, and a little more, as a share of a number: adding it rounds to the next double. */
const HALF_STEP = 2 ** -53 * (1 + 2 ** -52);

/** The least double for which a monotone question holds; it does not at `below` and does at `above`. */
function firstWhere(holds: (x: number) => boolean, below: number, above: number, guess: number): number {
  let no = below;
  let yes = above;
  let at = guess;
  let step = 0;
  while (at > no && at < yes) {
    const isAbove = holds(at);
    if (isAbove) yes = at;
    else no = at;
    // Steps that double lead away from a guess that is nearly right; then the gap is halved.
    step = step === 0 ? Math.abs(at) * 2 ** -52 : step * 2;
    const next = isAbove ? at - step : at + step;
    at = next > no && next < yes ? next : no + (yes - no) / 2;
  }
  return yes;
}
