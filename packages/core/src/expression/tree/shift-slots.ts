import { mapTree } from "./map-tree.ts";
import type { Node } from "./node.ts";

/** The tree with all rows in view one slot further out: what stood in a scan of nothing else is the current row. */
export function shiftSlots(root: Node): Node {
  // The row before the change is in no scan.
  return mapTree(root, (node) => ("slot" in node && node.slot > 0 ? { ...node, slot: node.slot - 1 } : node));
}
