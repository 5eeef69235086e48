import { children } from "../../tree/children.ts";
import type { Node, RowSlot } from "../../tree/node.ts";
import { valueFamilyOf } from "../../tree/type.ts";

/**
 * The position of the only thing a node depends on, where that is one column of texts of the row in `slot`: the node
 * is then computed once for each different text. Undefined for every other node.
 */
export function oneTextColumn(node: Node, slot: RowSlot): number | undefined {
  let column: number | undefined;
  const waiting: Node[] = [node];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (!DEPENDS_ON_ITS_PARTS.has(next.op)) return undefined;
    if (next.op === "call" && !next.definition.isDetermined) return undefined;
    if (next.op === "column") {
      const isText = next.type.kind !== "List" && TEXTS.has(valueFamilyOf(next.type));
      if (!isText || next.slot !== slot || (column ?? next.index) !== next.index) return undefined;
      column = next.index;
    }
    for (const child of children(next)) waiting.push(child);
  }
  return column;
}

/** A conversion may depend on the caller's Locale, a formula or a look-up on anything. */
const DEPENDS_ON_ITS_PARTS = new Set<Node["op"]>([
  "constant",
  "column",
  "binary",
  "negate",
  "and",
  "or",
  "conditional",
  "list",
  "call",
]);

const TEXTS = new Set<ReturnType<typeof valueFamilyOf>>(["text", "point"]);
