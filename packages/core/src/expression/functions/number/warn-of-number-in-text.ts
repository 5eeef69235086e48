import type { CheckState } from "../../check/check-state.ts";
import type { Node } from "../../tree/node.ts";
import { familyOf } from "../../tree/type.ts";
import { children } from "../../tree/walk.ts";

/** A number with a fraction that became a part of a text has a point in every Locale, and a number is read from a text as the Locale writes it. */
export function warnOfNumberInText(state: CheckState, text: Node): void {
  const waiting: Node[] = [text];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (node.op === "call" && node.definition.name === "SUBSTITUTE") continue;
    if (node.op === "convert" && familyOf(node.type) === "text" && FRACTIONS.has(node.operand.type.kind)) {
      state.report("type/number-in-text", {}, node);
      return;
    }
    if (CARRIES_TEXT.has(node.op)) for (const child of children(node)) waiting.push(child);
  }
}

const FRACTIONS: ReadonlySet<string> = new Set(["Decimal", "Percent", "Price"]);

/** Nodes whose value is made of the texts below them. */
const CARRIES_TEXT: ReadonlySet<Node["op"]> = new Set([
  "binary",
  "call",
  "conditional",
  "let",
  "list",
  "convert",
]);
