import { compareValues, type Value } from "../../../values/index.ts";
import { EvaluationError } from "../../runtime/evaluation-error.ts";
import type { ExtremeRowNode } from "../../tree/node.ts";
import { valueFamilyOf } from "../../tree/type.ts";
import type { Compile, Part, Row } from "../frame.ts";
import { compileCandidates, compileListed } from "./candidates.ts";

/** MAXROW and MINROW: the row with the greatest or the least value. Of equal ones the first in table order. */
export function compileExtremeRow(node: ExtremeRowNode, compile: Compile): Part {
  const { slot } = node;
  const candidates =
    node.refs === undefined
      ? compileCandidates(node.table.name, slot, node.condition, compile)
      : compileListed(node.refs, node.table, compile);
  const condition = node.condition && compile(node.condition, slot);
  const by = compile(node.by, slot);
  const field = compile(node.field, slot);
  const family = valueFamilyOf(node.by.type);
  const direction = node.greatest ? 1 : -1;
  return {
    *task(row, frame) {
      const { meter } = frame.context;
      let best: Row | undefined;
      let bestValue: Value = null;
      try {
        const { rows, alreadyMatch } = candidates.sync
          ? candidates.sync(row, frame)
          : yield* candidates.task(row, frame);
        const test = alreadyMatch ? undefined : condition;
        for (const candidate of rows) {
          meter.spend(1);
          if (meter.isPauseDue) yield;
          frame.rows[slot] = candidate;
          if (test !== undefined) {
            const holds = test.sync ? test.sync(candidate, frame) : yield* test.task(candidate, frame);
            if (holds !== true) continue;
          }
          const value = by.sync ? by.sync(candidate, frame) : yield* by.task(candidate, frame);
          if (value === null) continue;
          if (best !== undefined && compareValues(value, bestValue, family) * direction <= 0) continue;
          best = candidate;
          bestValue = value;
        }
      } catch (error) {
        throw EvaluationError.withSpan(error, node);
      }
      if (best === undefined) return null;
      frame.rows[slot] = best;
      return field.sync ? field.sync(best, frame) : yield* field.task(best, frame);
    },
  };
}
