import { hashOf, type Value } from "../../../values/index.ts";
import { isIn } from "../../functions/list/is-in.ts";
import type { RequestContext } from "../../runtime/request-context.ts";
import type { Steps } from "../../runtime/steps.ts";
import { keptPartOf } from "../../tree/kept-part.ts";
import type { Node, RowSlot } from "../../tree/node.ts";
import { valueFamilyOf } from "../../tree/type.ts";

/** `IN(value, list)` with a list that is the same for all rows: its items are kept as a set, not gone through for each row. */
export interface KeptItems {
  readonly value: Node;
  readonly list: Node;
  /** Whether the value is one of the items; undefined where these have to be found first. */
  has(value: Value, context: RequestContext): boolean | undefined;
  /** The same, once the items are found. */
  hasAmong(items: readonly Value[], value: Value, context: RequestContext): Steps<boolean>;
}

/** Undefined for any other node. */
export function keptItemsOf(node: Node, innermost: RowSlot): KeptItems | undefined {
  if (node.op !== "call" || node.definition !== isIn) return undefined;
  const [value, list] = node.arguments as readonly [Node, Node];
  const part = keptPartOf(list, innermost);
  if (part === undefined) return undefined;
  const family = valueFamilyOf(value.type);
  return {
    value,
    list,
    has(one, context) {
      const existing = context.kept?.find(part, context) as ReadonlySet<unknown> | undefined;
      return existing?.has(hashOf(one, family));
    },
    *hasAmong(items, one, context) {
      const { meter } = context;
      const hashes = new Set<unknown>();
      for (const item of items) {
        meter.spend(1);
        if (meter.isPauseDue) yield;
        hashes.add(hashOf(item, family));
      }
      context.kept?.keep(part, context, hashes);
      return hashes.has(hashOf(one, family));
    },
  };
}
