import type { Value } from "../../../values/index.ts";
import { EvaluationError } from "../../runtime/evaluation-error.ts";
import type { Steps } from "../../runtime/steps.ts";
import type { Node, RowSlot } from "../../tree/node.ts";
import { type Candidates, compileCandidates } from "../rows/compile-candidates.ts";
import { findBinding } from "../rows/find-binding.ts";
import type { Frame } from "../rows/frame.ts";
import { type StepPlace, stepPart } from "./steps-of.ts";

/** As `compileCandidates`, where what the index is asked for may take long itself. */
export function stepCandidates(
  table: string,
  slot: RowSlot,
  condition: Node | undefined,
  place: StepPlace,
): (row: readonly Value[], frame: Frame) => Steps<Candidates> {
  const binding = condition && findBinding(condition, slot);
  const value = binding && stepPart(binding.value, place);
  if (binding === undefined || value?.steps === undefined) {
    const candidates = compileCandidates(table, slot, condition, place.innermost);
    // biome-ignore lint/correctness/useYield: there is nothing to wait for.
    return function* (row, frame) {
      return candidates(row, frame);
    };
  }
  const { column, family, isWhole } = binding;
  return function* (row, frame) {
    const stored = frame.context.rowsOf(table);
    let lookup: Value;
    try {
      lookup = yield* value.steps(row, frame);
    } catch (error) {
      if (error instanceof EvaluationError && error.code.startsWith("run/"))
        return { rows: stored.rows, areWanted: false };
      throw error;
    }
    return { rows: stored.matching(column, family, lookup), areWanted: isWhole };
  };
}
