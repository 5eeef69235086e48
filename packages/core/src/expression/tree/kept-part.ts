import type { KeptPart } from "../runtime/kept-values.ts";
import { anyNodeOf } from "./any-node.ts";
import { makesRows } from "./makes-rows.ts";
import type { Node, RowSlot } from "./node.ts";
import { variesBy } from "./varies-by.ts";

/** The innermost row in view within a kept part, whose own parts are not kept once more. */
export const NO_SLOT: RowSlot = -2;

/** What a node is as a part whose value is kept; undefined for most nodes. `innermost` is the slot of the row around it. */
export function keptPartOf(node: Node, innermost: RowSlot): KeptPart | undefined {
  if (innermost === NO_SLOT || variesBy(node, (slot) => slot <= innermost)) return undefined;
  const tables = new Set<string>();
  const varies = anyNodeOf(node, (one) => {
    if (makesRows(one)) tables.add(one.table.name);
    if (one.op === "formula") for (const table of one.formula.references.tables) tables.add(table);
    return one.op === "local";
  });
  return !varies && tables.size > 0 ? { owner: node, tables } : undefined;
}
