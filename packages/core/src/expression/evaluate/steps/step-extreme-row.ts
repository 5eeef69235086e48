import { compareValues, type Value } from "../../../values/index.ts";
import { EvaluationError } from "../../runtime/evaluation-error.ts";
import type { ExtremeRowNode } from "../../tree/node.ts";
import { valueFamilyOf } from "../../tree/type.ts";
import { stepCandidates } from "./step-candidates.ts";
import type { Stepwise } from "./step-part.ts";
import { type StepPlace, stepPart } from "./steps-of.ts";

/** The row with the greatest or the least value; a later one must be better, not equal. */
export function stepExtremeRow(node: ExtremeRowNode, place: StepPlace): Stepwise {
  const { slot } = node;
  const candidates = stepCandidates(node.table.name, slot, node.condition, place);
  const inner = { ...place, innermost: slot };
  const condition = node.condition && stepPart(node.condition, inner);
  const by = stepPart(node.by, inner);
  const field = stepPart(node.field, inner);
  const family = valueFamilyOf(node.by.type);
  const direction = node.greatest ? 1 : -1;
  return function* (row, frame) {
    const { meter } = frame.context;
    let best: readonly Value[] | undefined;
    let bestValue: Value = null;
    try {
      const { rows, areWanted } = yield* candidates(row, frame);
      const test = areWanted ? undefined : condition;
      for (const candidate of rows) {
        meter.spend(1);
        if (meter.isPauseDue) yield;
        frame.rows[slot] = candidate;
        if (test !== undefined) {
          const holds = test.now ? test.now(candidate, frame) : yield* test.steps(candidate, frame);
          if (holds !== true) continue;
        }
        const value = by.now ? by.now(candidate, frame) : yield* by.steps(candidate, frame);
        if (value === null) continue;
        if (best !== undefined && compareValues(value, bestValue, family) * direction <= 0) continue;
        best = candidate;
        bestValue = value;
      }
    } catch (error) {
      throw EvaluationError.placed(error, node);
    }
    if (best === undefined) return null;
    frame.rows[slot] = best;
    return field.now ? field.now(best, frame) : yield* field.steps(best, frame);
  };
}
