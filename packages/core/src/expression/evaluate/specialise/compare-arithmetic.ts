import { type Bounds, boundsOf, constantComparison } from "../bounds.ts";
import type { Evaluator } from "../frame.ts";
import { LARGEST_EXACT } from "./arithmetic-of-columns.ts";
import { type ColumnPair, columnPair } from "./column-pair.ts";
import { plain } from "./plain.ts";
import type { Specialisation } from "./specialisation.ts";

/**
 * `[a] * [b] > constant` and its kin in one closure. The product is not rounded first: comparing does that, and bounds
 * say what comes of it. A scale that is a count of decimals rounds more coarsely, so it is left alone.
 */
export const compareArithmetic: Specialisation = (node, innermost) => {
  const comparison = constantComparison(node);
  const pair = comparison && columnPair(comparison.operand, innermost);
  if (pair === undefined || comparison === undefined) return undefined;
  const { rule, scale } = pair.node;
  if (rule.result === "Decimal" && typeof scale === "number") return undefined;
  const bounds = boundsOf(comparison);
  return bounds && evaluatorOf(pair, bounds, plain(node, innermost));
};

function evaluatorOf({ operator, left, right }: ColumnPair, bounds: Bounds, otherwise: Evaluator): Evaluator {
  const { low, high, outside } = bounds;
  if ("constant" in right) return withConstant(operator, left, right.constant, bounds, otherwise);
  const { column } = right;
  switch (operator) {
    case "+":
      return (row, frame) => {
        const a = row[left] as number | null | undefined;
        const b = row[column] as number | null | undefined;
        if (a == null || b == null) return otherwise(row, frame);
        const value = a + b;
        if (value > LARGEST_EXACT || value < -LARGEST_EXACT) return otherwise(row, frame);
        return (value >= low && value < high) !== outside;
      };
    case "-":
      return (row, frame) => {
        const a = row[left] as number | null | undefined;
        const b = row[column] as number | null | undefined;
        if (a == null || b == null) return otherwise(row, frame);
        const value = a - b;
        if (value > LARGEST_EXACT || value < -LARGEST_EXACT) return otherwise(row, frame);
        return (value >= low && value < high) !== outside;
      };
    case "*":
      return (row, frame) => {
        const a = row[left] as number | null | undefined;
        const b = row[column] as number | null | undefined;
        if (a == null || b == null) return otherwise(row, frame);
        const value = a * b;
        if (value > LARGEST_EXACT || value < -LARGEST_EXACT) return otherwise(row, frame);
        return (value >= low && value < high) !== outside;
      };
  }
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
  return (row, frame) => {
    const a = row[left] as number | null | undefined;
    if (a == null) return otherwise(row, frame);
    const value = a * factor + added;
    if (value > LARGEST_EXACT || value < -LARGEST_EXACT) return otherwise(row, frame);
    return (value >= low && value < high) !== outside;
  };
}
