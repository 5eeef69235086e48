import type { Value } from "../../../values/index.ts";
import { itemsOf } from "../../operators/index.ts";
import { distinctInSteps } from "../../runtime/distinct-in-steps.ts";
import { EvaluationError } from "../../runtime/evaluation-error.ts";
import { isPauseDueAt } from "../../runtime/is-pause-due-at.ts";
import type { ListDereferenceNode } from "../../tree/node.ts";
import { valueFamilyOf } from "../../tree/type.ts";
import type { Stepwise } from "./step-part.ts";
import { type StepPlace, stepPart } from "./steps-of.ts";

/** The values of a column on the rows that a list of Refs names. */
export function stepListDereference(node: ListDereferenceNode, place: StepPlace): Stepwise {
  const { slot, table } = node;
  const refs = stepPart(node.refs, place);
  const inner = { ...place, innermost: slot };
  const condition = node.condition && stepPart(node.condition, inner);
  const field = stepPart(node.field, inner);
  const family = valueFamilyOf(node.field.type);
  return function* (row, frame) {
    const { meter } = frame.context;
    const values: Value[] = [];
    const rows = frame.context.rowsOf(table.name);
    const keys = itemsOf(refs.now ? refs.now(row, frame) : yield* refs.steps(row, frame));
    try {
      meter.spend(keys.length);
      for (const [at, key] of keys.entries()) {
        if (isPauseDueAt(at, meter)) yield;
        const target = key === null ? undefined : rows.find(key);
        if (target === undefined) continue;
        frame.rows[slot] = target;
        if (condition !== undefined) {
          const holds = condition.now ? condition.now(target, frame) : yield* condition.steps(target, frame);
          if (holds !== true) continue;
        }
        values.push(field.now ? field.now(target, frame) : yield* field.steps(target, frame));
      }
    } catch (error) {
      throw EvaluationError.placed(error, node);
    }
    return node.distinct ? yield* distinctInSteps(values, family, meter) : values;
  };
}
