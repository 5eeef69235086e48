import type { Node } from "./node.ts";

/** Nodes that bring rows of another table into view, in a slot of their own. */
export const MAKES_ROWS: ReadonlySet<Node["op"]> = new Set([
  "dereference",
  "list-dereference",
  "select",
  "extreme-row",
  "order-by",
]);
