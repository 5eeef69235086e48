import { hashOf, type Value } from "../../../values/index.ts";
import { isIn } from "../../functions/list/is-in.ts";
import { invariantOf, NO_SLOT } from "../../tree/facts.ts";
import type { CallNode, Node, RowSlot } from "../../tree/node.ts";
import { valueFamilyOf } from "../../tree/type.ts";
import type { Compile, Part } from "../frame.ts";
import { chargeSize, compileCall } from "../values/call.ts";

/**
 * `IN([Customer], SELECT(Customers[Id], [Rank] > 3))`: a list that is the same for all rows becomes a set, once in a
 * request. Undefined for any other call.
 */
export function compileInInvariant(call: CallNode, innermost: RowSlot, compile: Compile): Part | undefined {
  if (call.definition !== isIn) return undefined;
  const [valueNode, listNode] = call.arguments as readonly [Node, Node];
  const invariant = invariantOf(listNode, innermost);
  if (invariant === undefined) return undefined;
  const family = valueFamilyOf(valueNode.type);
  const value = compile(valueNode);
  const list = compile(listNode, NO_SLOT);
  const withoutCache = compileCall(call, compile, true, false);
  return {
    *task(row, frame) {
      const { context } = frame;
      const { kept, meter } = context;
      if (kept === undefined)
        return withoutCache.sync ? withoutCache.sync(row, frame) : yield* withoutCache.task(row, frame);
      const one = value.sync ? value.sync(row, frame) : yield* value.task(row, frame);
      chargeSize(one, frame);
      const existing = kept.find(invariant, context) as ReadonlySet<unknown> | undefined;
      if (existing !== undefined) return existing.has(hashOf(one, family));
      const items = (list.sync ? list.sync(row, frame) : yield* list.task(row, frame)) as readonly Value[];
      const hashes = new Set<unknown>();
      for (const item of items) {
        meter.spend(1);
        if (meter.isPauseDue) yield;
        hashes.add(hashOf(item, family));
      }
      kept.keep(invariant, context, hashes);
      return hashes.has(hashOf(one, family));
    },
  };
}
