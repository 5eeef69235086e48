import { type Bounds, boundsOf, cellBoundsOf, constantComparison } from "../../../rewrite/bounds.ts";
import { ownColumn } from "../../../tree/own-column.ts";
import { compileRow } from "../compile-row.ts";
import type { Evaluator } from "../frame.ts";
import type { Specialisation } from "./specialisation.ts";

/** A number, date, time or duration compared with a constant. */
export const compareWithBounds: Specialisation = (node, innermost) => {
  const comparison = constantComparison(node);
  if (comparison === undefined) return undefined;
  const { operand } = comparison;
  const index = ownColumn(operand, innermost);
  const bounds = index === undefined ? boundsOf(comparison) : cellBoundsOf(comparison);
  if (bounds === undefined) return undefined;
  return index === undefined
    ? boundedValue(compileRow(operand, innermost), bounds)
    : boundedColumn(index, bounds);
};

/** Cells are finite, so one end is enough where the other is open. */
export function boundedColumn(index: number, { low, high, outside }: Bounds): Evaluator {
  if (outside) {
    return (row) => {
      const value = row[index] as number | null | undefined;
      return value == null || value < low || value >= high;
    };
  }
  if (high === Number.POSITIVE_INFINITY) {
    return (row) => {
      const value = row[index] as number | null | undefined;
      return value != null && value >= low;
    };
  }
  if (low === -Number.MAX_VALUE) {
    return (row) => {
      const value = row[index] as number | null | undefined;
      return value != null && value < high;
    };
  }
  return (row) => {
    const value = row[index] as number | null | undefined;
    return value != null && value >= low && value < high;
  };
}

function boundedValue(operand: Evaluator, { low, high, outside }: Bounds): Evaluator {
  return (row, frame) => {
    const value = operand(row, frame) as number | null;
    return value === null ? outside : (value >= low && value < high) !== outside;
  };
}
