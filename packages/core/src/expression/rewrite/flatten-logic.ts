import type { LogicNode, Node } from "../tree/node.ts";

/** `AND(a, AND(b, c))` has the conditions of both; OR alike. */
export function flattenLogic(node: LogicNode): LogicNode {
  const { op, conditions } = node;
  const parts = (one: Node) => (one.op === op ? one.conditions : [one]);
  return conditions.some((one) => one.op === op) ? { ...node, conditions: conditions.flatMap(parts) } : node;
}
