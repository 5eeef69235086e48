import type { CheckState } from "../../check/check-state.ts";
import type { Node } from "../../tree/node.ts";
import { familyOf, hasFractions } from "../../tree/type.ts";
import { nodesOf } from "../../tree/walk.ts";
import { substitute } from "../text/substitute.ts";

/**
 * Warns of a number with a fraction that has become a part of a text from which a number is read: in the text it has a point in
 * every Locale, and the number is read as the Locale writes it.
 */
export function warnOfNumberInText(state: CheckState, text: Node): void {
  for (const node of nodesOf(text, carriesText)) {
    if (node.op !== "convert" || familyOf(node.type) !== "text" || !hasFractions(node.operand.type)) continue;
    state.report("type/number-in-text", {}, node);
    return;
  }
}

/** Whether the value is made of the texts below. SUBSTITUTE may have replaced the point. */
function carriesText(node: Node): boolean {
  if (node.op === "call") return node.definition !== substitute;
  return CARRYING_TEXT.has(node.op);
}

const CARRYING_TEXT: ReadonlySet<Node["op"]> = new Set(["binary", "conditional", "let", "list", "convert"]);
