import type { Value } from "../../../../values/index.ts";
import { atOnce } from "../../../runtime/steps.ts";
import { NO_SLOT } from "../../../tree/kept-part.ts";
import { chargeParts } from "../charge-parts.ts";
import { compilePlain, compileRow } from "../compile-row.ts";
import { keptItemsOf } from "../kept-items.ts";
import type { Specialisation } from "./specialisation.ts";

/** `IN([Customer], SELECT(Customers[Id], [Rank] > 3))`: the list becomes a set once for all rows. */
export const isInKept: Specialisation = (node, innermost) => {
  const items = keptItemsOf(node, innermost);
  if (items === undefined) return undefined;
  const plain = compilePlain(node, innermost);
  const value = compileRow(items.value, innermost);
  const list = compileRow(items.list, NO_SLOT);
  return (row, frame) => {
    const { context } = frame;
    if (context.kept === undefined) return plain(row, frame);
    const one = value(row, frame);
    chargeParts(one, frame);
    const existing = items.has(one, context);
    if (existing !== undefined) return existing;
    const all = list(row, frame) as readonly Value[];
    context.meter.interruptAttempt();
    return atOnce(items.hasAmong(all, one, context));
  };
};
