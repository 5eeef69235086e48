import type { Value } from "../../../values/index.ts";
import { distinctInSteps } from "../../runtime/distinct-in-steps.ts";
import { EvaluationError } from "../../runtime/evaluation-error.ts";
import type { SelectNode } from "../../tree/node.ts";
import { valueFamilyOf } from "../../tree/type.ts";
import { NO_ITEMS } from "../rows/frame.ts";
import { stepCandidates } from "./step-candidates.ts";
import type { Stepwise } from "./step-part.ts";
import { type StepPlace, stepPart } from "./steps-of.ts";

/**
 * The values of a column over the rows of a table, or the first of them. Where they are only counted, none
 * is kept, and the answer is how many they are.
 */
export function stepSelect(node: SelectNode, place: StepPlace, isCounted = false): Stepwise {
  const { slot } = node;
  const candidates = stepCandidates(node.table.name, slot, node.condition, place);
  const inner = { ...place, innermost: slot };
  const condition = node.condition && stepPart(node.condition, inner);
  const field = stepPart(node.field, inner);
  const family = valueFamilyOf(node.field.type);
  const nothing = node.type.kind === "List" ? NO_ITEMS : null;
  return function* (row, frame) {
    const values: Value[] = [];
    let count = 0;
    const { meter } = frame.context;
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
        const value = field.now ? field.now(candidate, frame) : yield* field.steps(candidate, frame);
        if (node.first) return value;
        count++;
        if (!isCounted) values.push(value);
        if (count > meter.limits.listLength) meter.buildList(count);
      }
    } catch (error) {
      throw EvaluationError.placed(error, node);
    }
    if (isCounted) return count;
    if (node.first) return nothing;
    return node.distinct ? yield* distinctInSteps(values, family, meter) : values;
  };
}
