import { compareValues, type Value } from "../../../values/index.ts";
import { EvaluationError } from "../../runtime/evaluation-error.ts";
import type { ExtremeRowNode, RowSlot } from "../../tree/node.ts";
import { valueFamilyOf } from "../../tree/type.ts";
import { compileCandidates } from "./compile-candidates.ts";
import { compileRow } from "./compile-row.ts";
import type { Evaluator } from "./frame.ts";

/** The row with the greatest or the least value; a later one must be better, not equal. */
export function compileExtremeRow(node: ExtremeRowNode, innermost: RowSlot): Evaluator {
  const { slot } = node;
  const candidates = compileCandidates(node.table.name, slot, node.condition, innermost);
  const condition = node.condition && compileRow(node.condition, slot);
  const by = compileRow(node.by, slot);
  const field = compileRow(node.field, slot);
  const family = valueFamilyOf(node.by.type);
  const direction = node.greatest ? 1 : -1;
  return (row, frame) => {
    let best: readonly Value[] | undefined;
    let bestValue: Value = null;
    try {
      const { rows, areWanted } = candidates(row, frame);
      for (const candidate of rows) {
        frame.context.meter.spend(1);
        frame.rows[slot] = candidate;
        if (!areWanted && condition?.(candidate, frame) !== true) continue;
        const value = by(candidate, frame);
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
    return field(best, frame);
  };
}
