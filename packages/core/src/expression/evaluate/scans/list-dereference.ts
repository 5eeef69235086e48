import type { Value } from "../../../values/index.ts";
import { itemsOf } from "../../operators/index.ts";
import { EvaluationError } from "../../runtime/evaluation-error.ts";
import { distinctAsTask } from "../../runtime/many-items.ts";
import { isPauseDueAt } from "../../runtime/task.ts";
import type { ListDereferenceNode } from "../../tree/node.ts";
import { valueFamilyOf } from "../../tree/type.ts";
import { type Compile, type Part, rowFinder } from "../frame.ts";

/** The values of a column on the rows that a list of Refs names, or that the items of a list are. */
export function compileListDereference(node: ListDereferenceNode, compile: Compile): Part {
  const { slot, table } = node;
  const finder = rowFinder(table);
  const refs = compile(node.refs);
  const condition = node.condition && compile(node.condition, slot);
  const field = compile(node.field, slot);
  const family = valueFamilyOf(node.field.type);
  return {
    *task(row, frame) {
      const { meter } = frame.context;
      const values: Value[] = [];
      const find = finder(frame.context);
      const keys = itemsOf(refs.sync ? refs.sync(row, frame) : yield* refs.task(row, frame));
      try {
        meter.spend(keys.length);
        for (const [at, key] of keys.entries()) {
          if (isPauseDueAt(at, meter)) yield;
          const target = find(key);
          if (target === undefined) continue;
          frame.rows[slot] = target;
          if (condition !== undefined) {
            const holds = condition.sync
              ? condition.sync(target, frame)
              : yield* condition.task(target, frame);
            if (holds !== true) continue;
          }
          values.push(field.sync ? field.sync(target, frame) : yield* field.task(target, frame));
        }
      } catch (error) {
        throw EvaluationError.withSpan(error, node);
      }
      return node.distinct ? yield* distinctAsTask(values, family, meter) : values;
    },
  };
}
