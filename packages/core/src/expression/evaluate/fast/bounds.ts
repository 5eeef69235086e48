import { isBounded, sidesOf } from "../../rewrite/bounded-comparison.ts";
import type { Bounds } from "../../rewrite/bounds.ts";
import { ownColumn } from "../../tree/facts.ts";
import type { Evaluator, FastShape } from "../frame.ts";

/** A number, date, time or duration compared with a constant. */
export const compareWithBounds: FastShape = (node, innermost, compile) => {
  if (!isBounded(node)) return undefined;
  const [operand] = sidesOf(node);
  const index = ownColumn(operand, innermost);
  if (index !== undefined) return { sync: boundedColumn(index, node.bounds) };
  const { sync } = compile(operand);
  return sync && { sync: boundedValue(sync, node.bounds) };
};

/** Cells are finite, so one end is enough where the other is open. */
export function boundedColumn(index: number, { low, high, outside }: Bounds): Evaluator {
  if (outside) {
    return (row) => {
      const value = row[index] as number | null | undefined;
      return value == null || value < low || value >= high;
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
