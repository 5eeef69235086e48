import type { Value } from "../../../values/index.ts";
import { itemsOf } from "../../operators/index.ts";
import { EvaluationError } from "../../runtime/evaluation-error.ts";
import { isPauseDueAt } from "../../runtime/is-pause-due-at.ts";
import type { OrderByNode } from "../../tree/node.ts";
import { directionsOf } from "../rows/compile-sort.ts";
import { NO_ITEMS } from "../rows/frame.ts";
import { inOrderOf, type Sortable } from "../rows/in-order-of.ts";
import { TopRows } from "../rows/top-rows.ts";
import type { Stepwise } from "./step-part.ts";
import { type StepPlace, stepPart } from "./steps-of.ts";

/** The rows of a list of Refs in the order of their sort values, all or the first ones. */
export function stepOrderBy(node: OrderByNode, place: StepPlace): Stepwise {
  const { slot, table } = node;
  const rows = stepPart(node.rows, place);
  const limit = node.limit && stepPart(node.limit, place);
  const keys = node.keys.map(({ by }) => stepPart(by, { ...place, innermost: slot }));
  const compare = inOrderOf(directionsOf(node.keys));
  return function* (row, frame) {
    const { meter } = frame.context;
    const refs = itemsOf(rows.now ? rows.now(row, frame) : yield* rows.steps(row, frame));
    let most = Number.POSITIVE_INFINITY;
    if (limit !== undefined)
      most = ((limit.now ? limit.now(row, frame) : yield* limit.steps(row, frame)) ?? 0) as number;
    if (most < 1) return NO_ITEMS;
    const stored = frame.context.rowsOf(table.name);
    const top = new TopRows<Sortable & { readonly key: Value }>(most, compare);
    const missing: Value[] = [];
    try {
      meter.spend(refs.length);
      for (const [position, key] of refs.entries()) {
        if (isPauseDueAt(position, meter)) yield;
        const target = key === null ? undefined : stored.find(key);
        if (target === undefined) {
          missing.push(key);
          continue;
        }
        frame.rows[slot] = target;
        const values: Value[] = [];
        for (const by of keys) values.push(by.now ? by.now(target, frame) : yield* by.steps(target, frame));
        top.add({ key, position, values });
      }
    } catch (error) {
      throw EvaluationError.placed(error, node);
    }
    const sorted = (yield* top.sortedInSteps(meter)).map(({ key }) => key);
    return missing.length === 0 ? sorted : [...sorted, ...missing].slice(0, most);
  };
}
