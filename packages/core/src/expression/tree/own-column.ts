import type { Node, RowSlot } from "./node.ts";

/** The position of a column with single values of the innermost row; undefined for any other node. */
export function ownColumn(node: Node, innermost: RowSlot): number | undefined {
  return node.op === "column" && node.slot === innermost && node.type.kind !== "List"
    ? node.index
    : undefined;
}
