import type { ConditionalNode, LetNode, LogicNode } from "../../tree/node.ts";
import type { Stepwise } from "./step-part.ts";
import { type StepPlace, stepPart } from "./steps-of.ts";

/** AND stops at the first condition that is not TRUE, OR at the first that is. */
export function stepLogic({ op, conditions }: LogicNode, place: StepPlace): Stepwise {
  const parts = conditions.map((condition) => stepPart(condition, place));
  const isOr = op === "or";
  return function* (row, frame) {
    for (const part of parts) {
      const value = part.now ? part.now(row, frame) : yield* part.steps(row, frame);
      if ((value === true) === isOr) return isOr;
    }
    return !isOr;
  };
}

/** The value of the first branch whose condition is TRUE. */
export function stepConditional({ branches, otherwise }: ConditionalNode, place: StepPlace): Stepwise {
  const conditions = branches.map(({ condition }) => stepPart(condition, place));
  const values = branches.map(({ value }) => stepPart(value, place));
  const last = stepPart(otherwise, place);
  return function* (row, frame) {
    let chosen = last;
    for (const [at, part] of conditions.entries()) {
      const holds = part.now ? part.now(row, frame) : yield* part.steps(row, frame);
      if (holds !== true) continue;
      chosen = values[at] as typeof last;
      break;
    }
    return chosen.now ? chosen.now(row, frame) : yield* chosen.steps(row, frame);
  };
}

export function stepLet({ local, value, body }: LetNode, place: StepPlace): Stepwise {
  const bound = stepPart(value, place);
  const inner = stepPart(body, place);
  return function* (row, frame) {
    frame.locals[local] = bound.now ? bound.now(row, frame) : yield* bound.steps(row, frame);
    return inner.now ? inner.now(row, frame) : yield* inner.steps(row, frame);
  };
}
