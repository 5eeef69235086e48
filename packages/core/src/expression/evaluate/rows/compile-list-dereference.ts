import type { Value } from "../../../values/index.ts";
import { distinctItems, itemsOf } from "../../operators/index.ts";
import { EvaluationError } from "../../runtime/evaluation-error.ts";
import type { ListDereferenceNode, RowSlot } from "../../tree/node.ts";
import { valueFamilyOf } from "../../tree/type.ts";
import { compileRow } from "./compile-row.ts";
import type { Evaluator } from "./frame.ts";

/** The values of a column on the rows that a list of Refs names. */
export function compileListDereference(node: ListDereferenceNode, innermost: RowSlot): Evaluator {
  const { slot, table } = node;
  const refs = compileRow(node.refs, innermost);
  const condition = node.condition && compileRow(node.condition, slot);
  const field = compileRow(node.field, slot);
  const family = valueFamilyOf(node.field.type);
  return (row, frame) => {
    const values: Value[] = [];
    const rows = frame.context.rowsOf(table.name);
    const keys = itemsOf(refs(row, frame));
    try {
      frame.context.meter.spend(keys.length);
      for (const key of keys) {
        const target = key === null ? undefined : rows.find(key);
        if (target === undefined) continue;
        frame.rows[slot] = target;
        if (condition === undefined || condition(target, frame) === true) values.push(field(target, frame));
      }
    } catch (error) {
      throw EvaluationError.placed(error, node);
    }
    return node.distinct ? distinctItems(values, family) : values;
  };
}
