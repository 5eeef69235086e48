import type { Family } from "../../../values/index.ts";
import { variesBy } from "../../tree/facts.ts";
import type { Node, RowSlot } from "../../tree/node.ts";

/** An equality that a condition demands of the scanned row: an index finds the rows that can satisfy it. */
export interface Binding {
  readonly column: number;
  readonly family: Family;
  /** Reads nothing of the scanned row. */
  readonly value: Node;
  /** Whether the condition demands nothing else. */
  readonly isWhole: boolean;
}

/** The first equality between a column of the row in `slot` and something that does not depend on that row. */
export function findBinding(condition: Node, slot: RowSlot): Binding | undefined {
  if (condition.op === "and") {
    for (const part of condition.conditions) {
      const binding = findBinding(part, slot);
      if (binding !== undefined) return { ...binding, isWhole: false };
    }
    return undefined;
  }
  if (condition.op !== "binary" || condition.rule.operator !== "=" || condition.rule.id !== "comparison")
    return undefined;
  const { left, right, rule } = condition;
  if (rule.left === "list") return undefined;
  const family = rule.left as Family;
  if (left.op === "column" && left.slot === slot && !reads(right, slot))
    return { column: left.index, family, value: right, isWhole: true };
  if (right.op === "column" && right.slot === slot && !reads(left, slot))
    return { column: right.index, family, value: left, isWhole: true };
  return undefined;
}

/** Whether a node reads the row in `slot`, or is different each time it is asked. */
function reads(node: Node, slot: RowSlot): boolean {
  return variesBy(node, (read) => read === slot);
}
