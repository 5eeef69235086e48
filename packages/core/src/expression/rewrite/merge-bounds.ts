import { ownColumn } from "../tree/facts.ts";
import type { Node, RowSlot } from "../tree/node.ts";
import { isBounded } from "./bounded-comparison.ts";
import type { Bounds } from "./bounds.ts";
import { sidesOf } from "./sides-of.ts";

/** A condition of an AND: a node as it stands, or the one range that several neighbours leave to a column. */
export type MergedCondition = { readonly node: Node } | ColumnRange;

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
  const index = ownColumn(sidesOf(node)[0], innermost);
  return index === undefined ? undefined : { index, bounds: node.bounds };
}

function intersection(one: Bounds, other: Bounds): Bounds {
  return { low: Math.max(one.low, other.low), high: Math.min(one.high, other.high), outside: false };
}
