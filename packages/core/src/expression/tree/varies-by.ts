import { anyNode, anyNodeOf } from "./any-node.ts";
import { isDrawn } from "./is-drawn.ts";
import { makesRows } from "./makes-rows.ts";
import type { Node, RowSlot } from "./node.ts";

/** Whether a part of a node reads a row in such a slot, or is different each time it is asked. */
export function variesBy(node: Node, isRow: (slot: RowSlot) => boolean): boolean {
  return anyNodeOf(
    node,
    (one) =>
      (one.op === "formula" && anyNode(one.formula, isDrawn)) ||
      ("slot" in one && !makesRows(one) && isRow(one.slot)) ||
      isDrawn(one),
  );
}
