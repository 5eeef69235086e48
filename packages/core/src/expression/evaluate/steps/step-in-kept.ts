import type { Value } from "../../../values/index.ts";
import { NO_SLOT } from "../../tree/kept-part.ts";
import { chargeParts } from "../rows/charge-parts.ts";
import type { KeptItems } from "../rows/kept-items.ts";
import type { Stepwise } from "./step-part.ts";
import { type StepPlace, stepPart } from "./steps-of.ts";

/** As `isInKept`, in steps; `plain` is the call where nothing is kept. */
export function stepInKept(items: KeptItems, place: StepPlace, plain: Stepwise): Stepwise {
  const value = stepPart(items.value, place);
  const list = stepPart(items.list, { ...place, innermost: NO_SLOT });
  return function* (row, frame) {
    const { context } = frame;
    if (context.kept === undefined) return yield* plain(row, frame);
    const one = value.now ? value.now(row, frame) : yield* value.steps(row, frame);
    chargeParts(one, frame);
    const existing = items.has(one, context);
    if (existing !== undefined) return existing;
    const all = list.now ? list.now(row, frame) : yield* list.steps(row, frame);
    return yield* items.hasAmong(all as readonly Value[], one, context);
  };
}
