import type { Node } from "./node.ts";
import { PARTS, PARTS_OF_A_BRANCH, type Part } from "./parts.ts";

/** The nodes directly below a node, in the order in which they are evaluated. */
export function children(node: Node): readonly Node[] {
  if (node.op === "binary") return [node.left, node.right];
  const names = PARTS[node.op];
  if (names === undefined) return NONE;
  const nodes: Node[] = [];
  addFrom(node, names, nodes);
  return nodes;
}

const NONE: readonly Node[] = [];

function addFrom(whole: object, names: readonly string[], nodes: Node[]): void {
  for (const name of names) add(whole[name as never], nodes);
}

function add(part: Part, nodes: Node[]): void {
  if (part === undefined) return;
  if (Array.isArray(part)) for (const one of part) add(one, nodes);
  else if ("op" in part) nodes.push(part as Node);
  else addFrom(part, PARTS_OF_A_BRANCH, nodes);
}
