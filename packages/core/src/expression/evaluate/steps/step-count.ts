import { EvaluationError } from "../../runtime/evaluation-error.ts";
import { keptPartOf } from "../../tree/kept-part.ts";
import type { CallNode, RowSlot, SelectNode } from "../../tree/node.ts";
import { chargeLength } from "../rows/charge-parts.ts";
import type { Stepwise } from "./step-part.ts";
import { stepSelect } from "./step-select.ts";
import type { StepPlace } from "./steps-of.ts";

/** What a call counts, where that is a list made for it alone: each row once, and not the same list for several rows. */
export function countedOf(call: CallNode, innermost: RowSlot): SelectNode | undefined {
  const [list] = call.arguments;
  if (call.definition.name !== "COUNT" || list === undefined || !("op" in list) || list.op !== "select")
    return undefined;
  if (list.distinct || list.first || keptPartOf(list, innermost) !== undefined) return undefined;
  return list;
}

/** Counts values without keeping them: a list for each of many rows is much to be thrown away. It costs what counting a list costs. */
export function stepCount(call: CallNode, counted: SelectNode, place: StepPlace): Stepwise {
  const countValues = stepSelect(counted, place, true);
  return function* (row, frame) {
    const count = (yield* countValues(row, frame)) as number;
    try {
      chargeLength(count, frame);
    } catch (error) {
      throw EvaluationError.placed(error, call);
    }
    if (frame.context.meter.turn.isOver) yield;
    return count;
  };
}
