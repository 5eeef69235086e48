import type { BoundedComparison } from "../../rewrite/bounded-comparison.ts";
import type { Bounds } from "../../rewrite/bounds.ts";
import { sidesOf } from "../../rewrite/sides-of.ts";
import type { Node, RowSlot } from "../../tree/node.ts";
import { ownColumn } from "../../tree/own-column.ts";
import type { Evaluator } from "../frame.ts";

/**
 * `[a] * [b] > constant` and its kin in one closure, where `exact` is the plain one. Doubles decide on which side of a
 * bound the result lies, unless it is nearer to the bound than rounding can be off. Those, blanks and large results go to
 * `exact`. Takes 0.57 of the time of the plain closure through `bind` ([Price] * [Quantity] > 500 in a 3-clause AND,
 * 100,000 row objects, November 2026).
 */
export function compareArithmetic(
  node: BoundedComparison,
  innermost: RowSlot,
  exact: Evaluator,
): Evaluator | undefined {
  const pair = columnPair(sidesOf(node)[0], innermost);
  return pair && evaluatorOf(pair, node.bounds, exact);
}

/** `+`, `-` or `*` over two columns of the innermost row, or over one and a constant on the right. */
interface ColumnPair {
  readonly operator: "+" | "-" | "*";
  readonly left: number;
  readonly right: { readonly column: number } | { readonly constant: number };
}

/** The arithmetic of a node over plain numbers of one row; undefined where it is something else. */
function columnPair(node: Node, innermost: RowSlot): ColumnPair | undefined {
  if (node.op !== "binary") return undefined;
  const { operator, left: family, right: other } = node.rule;
  if ((operator !== "+" && operator !== "-" && operator !== "*") || family !== "number" || other !== "number")
    return undefined;
  const swaps = node.left.op === "constant" && operator !== "-";
  const [first, second] = swaps ? [node.right, node.left] : [node.left, node.right];
  const left = ownColumn(first, innermost);
  const right = ownColumn(second, innermost);
  if (left === undefined) return undefined;
  if (right !== undefined) return { operator, left, right: { column: right } };
  if (second.op !== "constant" || typeof second.value !== "number") return undefined;
  return { operator, left, right: { constant: second.value } };
}

/**
 * More than rounding can be off, that of a constant to 15 digits included: as a share of the product, or of what the
 * addends come to without their signs.
 */
const SLACK = 2 ** -45;

function evaluatorOf({ operator, left, right }: ColumnPair, bounds: Bounds, exact: Evaluator): Evaluator {
  const { low, high, outside } = bounds;
  if ("constant" in right) return withConstant(operator, left, right.constant, bounds, exact);
  const { column } = right;
  if (operator === "*") {
    return (row, frame) => {
      const a = row[left] as number | null | undefined;
      const b = row[column] as number | null | undefined;
      if (a == null || b == null) return exact(row, frame);
      const value = a * b;
      const size = Math.abs(value);
      const slack = size * SLACK;
      if (size > Number.MAX_SAFE_INTEGER || Math.abs(value - low) <= slack || Math.abs(value - high) <= slack)
        return exact(row, frame);
      return (value >= low && value < high) !== outside;
    };
  }
  const sign = operator === "-" ? -1 : 1;
  return (row, frame) => {
    const a = row[left] as number | null | undefined;
    const b = row[column] as number | null | undefined;
    if (a == null || b == null) return exact(row, frame);
    const value = a + sign * b;
    const size = Math.abs(a) + Math.abs(b);
    const slack = size * SLACK;
    if (size > Number.MAX_SAFE_INTEGER || Math.abs(value - low) <= slack || Math.abs(value - high) <= slack)
      return exact(row, frame);
    return (value >= low && value < high) !== outside;
  };
}

function withConstant(
  operator: ColumnPair["operator"],
  left: number,
  constant: number,
  { low, high, outside }: Bounds,
  exact: Evaluator,
): Evaluator {
  const factor = operator === "*" ? constant : 1;
  const added = operator === "*" ? 0 : operator === "+" ? constant : -constant;
  const beside = Math.abs(added);
  return (row, frame) => {
    const a = row[left] as number | null | undefined;
    if (a == null) return exact(row, frame);
    const product = a * factor;
    const value = product + added;
    const size = Math.abs(product) + beside;
    const slack = size * SLACK;
    if (size > Number.MAX_SAFE_INTEGER || Math.abs(value - low) <= slack || Math.abs(value - high) <= slack)
      return exact(row, frame);
    return (value >= low && value < high) !== outside;
  };
}
