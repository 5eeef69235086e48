import type { Node } from "./node.ts";
import type { Type } from "./type.ts";

/**
 * A node whose values are those of other nodes, or lists of them, as a node of another type: `make` gives each of the others in the
 * type that it is expected in. Undefined for other nodes, and where `make` gives none.
 */
export function withResults(
  node: Node,
  type: Type,
  make: (result: Node, type: Type) => Node | undefined,
): Node | undefined {
  if (node.op === "let") {
    const body = make(node.body, type);
    return body && { ...node, body, type };
  }
  if (node.op === "try") {
    const [value, otherwise] = [make(node.value, type), make(node.otherwise, type)];
    return value && otherwise && { ...node, value, otherwise, type };
  }
  if (node.op === "conditional") {
    const values = node.branches.map((branch) => make(branch.value, type));
    const otherwise = make(node.otherwise, type);
    if (!areAll(values) || otherwise === undefined) return undefined;
    const branches = node.branches.map((branch, at) => ({ ...branch, value: values[at] ?? branch.value }));
    return { ...node, branches, otherwise, type };
  }
  if (type.kind !== "List") return undefined;
  if (node.op === "list") {
    const items = node.items.map((item) => make(item, type.item));
    return areAll(items) ? { ...node, items, type } : undefined;
  }
  if (node.op !== "list-dereference" && (node.op !== "select" || node.first)) return undefined;
  const field = make(node.field, type.item);
  return field && { ...node, field, type };
}

function areAll(nodes: readonly (Node | undefined)[]): nodes is readonly Node[] {
  return !nodes.includes(undefined);
}
