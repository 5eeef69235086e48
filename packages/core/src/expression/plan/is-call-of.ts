import type { FunctionName } from "../functions/index.ts";
import type { CallNode, Node } from "../tree/node.ts";

/** Whether a node calls the function of this name. */
export function isCallOf(node: Node, name: FunctionName): node is CallNode {
  return node.op === "call" && node.definition.name === name;
}
