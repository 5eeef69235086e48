import type { DereferenceNode } from "../../tree/node.ts";
import { NO_ITEMS } from "../rows/frame.ts";
import type { Stepwise } from "./step-part.ts";
import { type StepPlace, stepPart } from "./steps-of.ts";

/** A column of the row that a Ref names. */
export function stepDereference(node: DereferenceNode, place: StepPlace): Stepwise {
  const { slot, table, type } = node;
  const ref = stepPart(node.ref, place);
  const field = stepPart(node.field, { ...place, innermost: slot });
  const blank = type.kind === "List" ? NO_ITEMS : null;
  return function* (row, frame) {
    const key = ref.now ? ref.now(row, frame) : yield* ref.steps(row, frame);
    if (key === null) return blank;
    frame.context.meter.spend(1);
    const target = frame.context.rowsOf(table.name).find(key);
    if (target === undefined) return blank;
    frame.rows[slot] = target;
    return field.now ? field.now(target, frame) : yield* field.steps(target, frame);
  };
}
