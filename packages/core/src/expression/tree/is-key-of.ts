import type { Node, RowSlot } from "./node.ts";
import type { TableScope } from "./scope.ts";

/** Whether a node is the key of the row of a table in `slot`. */
export function isKeyOf(node: Node, slot: RowSlot, { key }: TableScope): boolean {
  if (node.op === "computed-key") return node.slot === slot;
  return key.length === 1 && node.op === "column" && node.slot === slot && node.index === key[0]?.index;
}
