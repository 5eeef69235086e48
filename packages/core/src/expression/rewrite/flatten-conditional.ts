import type { ConditionalNode } from "../tree/node.ts";

/** `IF(a, x, IF(b, y, z))` has the branches of both. */
export function flattenConditional(node: ConditionalNode): ConditionalNode {
  const { branches, otherwise: inner } = node;
  if (inner.op !== "conditional") return node;
  return { ...node, branches: [...branches, ...inner.branches], otherwise: inner.otherwise };
}
