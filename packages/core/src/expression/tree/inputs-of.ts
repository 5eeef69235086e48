import { children } from "./children.ts";
import type { Node } from "./node.ts";

/** The names of the inputs that a tree reads by INPUT; those of the formulas it reads are not among them. */
export function inputsOf(root: Node): ReadonlySet<string> {
  const names = new Set<string>();
  const waiting: Node[] = [root];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (node.op === "call" && node.definition.name === "INPUT") names.add(nameIn(node.arguments[0]));
    for (const child of children(node)) waiting.push(child);
  }
  return names;
}

/** The checker takes nothing but a constant there. */
function nameIn(argument: unknown): string {
  return String((argument as Extract<Node, { readonly op: "constant" }>).value);
}
