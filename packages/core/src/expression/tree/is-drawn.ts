import type { Node } from "./node.ts";

/** Whether a node may give another value each time it is asked, although nothing that it reads has changed. */
export function isDrawn(node: Node): boolean {
  return node.op === "call" && node.definition.isVolatile;
}
