import type { Node } from "./node.ts";
import { PARTS, PARTS_OF_A_BRANCH, type Part } from "./parts.ts";
import { unwind } from "./unwind.ts";

type Change = (node: Node) => Node;

/** The tree with every node changed, those below a node before it. What nothing changes in stays the same object. */
export function mapTree(node: Node, change: Change): Node {
  if (node.op !== "binary") return change(mapIn(node, PARTS[node.op] ?? [], change));
  // A chain of operators may be thousands long.
  const { first, steps } = unwind(node);
  let left = mapTree(first, change);
  for (const step of steps) {
    const right = mapTree(step.right, change);
    left = change(left === step.left && right === step.right ? step : { ...step, left, right });
  }
  return left;
}

function mapIn<T extends object>(whole: T, names: readonly string[], change: Change): T {
  let result = whole;
  for (const name of names) {
    const part: Part = whole[name as never];
    const changed = mapPart(part, change);
    if (changed !== part) result = { ...result, [name]: changed };
  }
  return result;
}

function mapPart(part: Part, change: Change): Part {
  if (part === undefined) return part;
  if (!Array.isArray(part))
    return "op" in part ? mapTree(part as Node, change) : mapIn(part, PARTS_OF_A_BRANCH, change);
  return mapList(part, change);
}

/** Made at the first change: most lists stay what they are. */
function mapList(parts: readonly Part[], change: Change): readonly Part[] {
  let result: Part[] | undefined;
  for (let index = 0; index < parts.length; index++) {
    const part = parts[index];
    const changed = mapPart(part, change);
    if (changed !== part) result ??= [...parts];
    if (result !== undefined) result[index] = changed;
  }
  return result ?? parts;
}
