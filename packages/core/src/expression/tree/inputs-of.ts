import { children } from "./children.ts";
import type { Node } from "./node.ts";
import type { Type } from "./type.ts";

/** The inputs that a tree reads by INPUT, with the types that they are read as; those of the formulas it reads are not among them. */
export function inputsOf(root: Node): ReadonlyMap<string, Type> {
  const inputs = new Map<string, Type>();
  const waiting: Node[] = [root];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (node.op === "call" && node.definition.name === "INPUT")
      inputs.set(nameIn(node.arguments[0]), node.type);
    for (const child of children(node)) waiting.push(child);
  }
  return inputs;
}

/** The checker takes nothing but a constant there. */
function nameIn(argument: unknown): string {
  return String((argument as Extract<Node, { readonly op: "constant" }>).value);
}
