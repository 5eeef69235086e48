import type { Node, OrderByNode, RowSlot } from "./node.ts";
import type { TableScope } from "./scope.ts";

/** Whether a node brings rows of another table into view, in a slot of their own. */
export function makesRows(
  node: Node,
): node is
  | Extract<Node, { readonly table: TableScope; readonly slot: RowSlot; readonly field: Node }>
  | OrderByNode {
  return MAKING_ROWS.has(node.op);
}

const MAKING_ROWS: ReadonlySet<Node["op"]> = new Set([
  "dereference",
  "list-dereference",
  "select",
  "extreme-row",
  "order-by",
]);
