import type { Node, RowSlot } from "../tree/node.ts";
import { ownColumn } from "../tree/own-column.ts";
import { type Bounds, cellBoundsOf, constantComparison } from "./bounds.ts";

/** A condition of an AND: a node as it stands, or the one range that several neighbours leave to a column. */
export type MergedCondition = { readonly node: Node } | { readonly index: number; readonly bounds: Bounds };

/** Joins neighbours among the conditions of an AND that bound the same column, such as the two ends of a period. */
export function mergeBounds(conditions: readonly Node[], innermost: RowSlot): readonly MergedCondition[] {
  const merged: MergedCondition[] = [];
  let last: ReturnType<typeof rangeOf>;
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

function rangeOf(node: Node, innermost: RowSlot): { index: number; bounds: Bounds } | undefined {
  const comparison = constantComparison(node);
  const index = comparison && ownColumn(comparison.operand, innermost);
  const bounds = comparison && cellBoundsOf(comparison);
  return index === undefined || bounds === undefined || bounds.outside ? undefined : { index, bounds };
}

function intersection(one: Bounds, other: Bounds): Bounds {
  return { low: Math.max(one.low, other.low), high: Math.min(one.high, other.high), outside: false };
}
