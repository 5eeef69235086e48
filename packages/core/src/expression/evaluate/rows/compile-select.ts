import type { Value } from "../../../values/index.ts";
import { distinctItems } from "../../operators/index.ts";
import { EvaluationError } from "../../runtime/evaluation-error.ts";
import type { RowSlot, SelectNode } from "../../tree/node.ts";
import { valueFamilyOf } from "../../tree/type.ts";
import { compileCandidates } from "./compile-candidates.ts";
import { compileRow } from "./compile-row.ts";
import { type Evaluator, NO_ITEMS } from "./frame.ts";

/** The values of a column over the rows of a table, or the first of them. */
export function compileSelect(node: SelectNode, innermost: RowSlot): Evaluator {
  const { slot } = node;
  const candidates = compileCandidates(node.table.name, slot, node.condition, innermost);
  const condition = node.condition && compileRow(node.condition, slot);
  const field = compileRow(node.field, slot);
  const family = valueFamilyOf(node.field.type);
  const nothing = node.type.kind === "List" ? NO_ITEMS : null;
  return (row, frame) => {
    const values: Value[] = [];
    const { meter } = frame.context;
    try {
      const { rows, areWanted } = candidates(row, frame);
      for (const candidate of rows) {
        meter.spend(1);
        frame.rows[slot] = candidate;
        if (!areWanted && condition?.(candidate, frame) !== true) continue;
        const value = field(candidate, frame);
        if (node.first) return value;
        values.push(value);
        if (values.length > meter.limits.listLength) meter.buildList(values.length);
      }
    } catch (error) {
      throw EvaluationError.placed(error, node);
    }
    if (node.first) return nothing;
    return node.distinct ? distinctItems(values, family) : values;
  };
}
