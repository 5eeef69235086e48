import type { BoundedComparison } from "../../../rewrite/bounded-comparison.ts";
import type { Bounds } from "../../../rewrite/bounds.ts";
import { sidesOf } from "../../../rewrite/sides-of.ts";
import type { RowSlot } from "../../../tree/node.ts";
import type { Evaluator } from "../frame.ts";
import { LARGEST_EXACT } from "./arithmetic-of-columns.ts";
import { type ColumnPair, columnPair } from "./column-pair.ts";
import { plain } from "./plain.ts";

/**
 * `[a] * [b] > constant` and its kin in one closure. The result is not made exact first: doubles tell on which side of a
 * bound it lies, except where it comes nearer to one than rounding can be off. Those, blanks and large results are left to
 * the plain closure.
 */
export function compareArithmetic(node: BoundedComparison, innermost: RowSlot): Evaluator | undefined {
  const pair = columnPair(sidesOf(node)[0], innermost);
  return pair && evaluatorOf(pair, node.bounds, plain(node, innermost));
}

/**
 * More than rounding can be off, that of a constant to 15 digits included: as a share of the product, or of what the
 * addends come to without their signs.
 */
const SLACK = 2 ** -45;

function evaluatorOf({ operator, left, right }: ColumnPair, bounds: Bounds, otherwise: Evaluator): Evaluator {
  const { low, high, outside } = bounds;
  if ("constant" in right) return withConstant(operator, left, right.constant, bounds, otherwise);
  const { column } = right;
  if (operator === "*") {
    return (row, frame) => {
      const a = row[left] as number | null | undefined;
      const b = row[column] as number | null | undefined;
      if (a == null || b == null) return otherwise(row, frame);
      const value = a * b;
      const size = Math.abs(value);
      const slack = size * SLACK;
      if (size > LARGEST_EXACT || Math.abs(value - low) <= slack || Math.abs(value - high) <= slack)
        return otherwise(row, frame);
      return (value >= low && value < high) !== outside;
    };
  }
  const sign = operator === "-" ? -1 : 1;
  return (row, frame) => {
    const a = row[left] as number | null | undefined;
    const b = row[column] as number | null | undefined;
    if (a == null || b == null) return otherwise(row, frame);
    const value = a + sign * b;
    const size = Math.abs(a) + Math.abs(b);
    const slack = size * SLACK;
    if (size > LARGEST_EXACT || Math.abs(value - low) <= slack || Math.abs(value - high) <= slack)
      return otherwise(row, frame);
    return (value >= low && value < high) !== outside;
  };
}

function withConstant(
  operator: ColumnPair["operator"],
  left: number,
  constant: number,
  { low, high, outside }: Bounds,
  otherwise: Evaluator,
): Evaluator {
  const factor = operator === "*" ? constant : 1;
  const added = operator === "*" ? 0 : operator === "+" ? constant : -constant;
  const beside = Math.abs(added);
  return (row, frame) => {
    const a = row[left] as number | null | undefined;
    if (a == null) return otherwise(row, frame);
    const product = a * factor;
    const value = product + added;
    const size = Math.abs(product) + beside;
    const slack = size * SLACK;
    if (size > LARGEST_EXACT || Math.abs(value - low) <= slack || Math.abs(value - high) <= slack)
      return otherwise(row, frame);
    return (value >= low && value < high) !== outside;
  };
}
