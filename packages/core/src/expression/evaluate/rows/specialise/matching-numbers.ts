import type { Value } from "../../../../values/index.ts";
import { EvaluationError } from "../../../runtime/evaluation-error.ts";
import type { Node, RowSlot } from "../../../tree/node.ts";
import { ownColumn } from "../../../tree/own-column.ts";
import { valueFamilyOf } from "../../../tree/type.ts";
import { compileRow } from "../compile-row.ts";
import { findBinding } from "../find-binding.ts";
import type { Frame } from "../frame.ts";

/**
 * `SELECT(Orders[Total], [Customer] = [_THISROW].[Id])` over a table that holds its numbers together: puts them into
 * `NUMBERS`, where they are until the next evaluation, charges for them, and answers how many. Undefined where the plain
 * closure has to do it; what is compared costs nothing, so that it may be evaluated once more. For other nodes there is none.
 */
export function matchingNumbers(
  node: Node,
  innermost: RowSlot,
): ((row: readonly Value[], frame: Frame) => number | undefined) | undefined {
  if (node.op !== "select" || node.first || node.distinct || node.condition === undefined) return undefined;
  const { slot, condition, field } = node;
  const read = ownColumn(field, slot);
  const binding = findBinding(condition, slot);
  if (read === undefined || binding?.isWhole !== true || valueFamilyOf(field.type) !== "number")
    return undefined;
  if (!COSTS_NOTHING.has(binding.value.op)) return undefined;
  const { column, family } = binding;
  const value = compileRow(binding.value, innermost);
  const table = node.table.name;
  return (row, frame) => {
    const { context } = frame;
    const { meter } = context;
    const compared = value(row, frame);
    const count = context.rowsOf(table).matchingNumbers?.(read, column, family, compared, NUMBERS);
    if (count === undefined || count > meter.limits.listLength) return undefined;
    try {
      meter.spend(count);
    } catch (error) {
      throw EvaluationError.placed(error, node);
    }
    return count;
  };
}

const COSTS_NOTHING: ReadonlySet<Node["op"]> = new Set(["column", "constant", "computed-key"]);

/** So many are read in a moment; of more, an evaluation may want to pause among them. */
export const NUMBERS = new Float64Array(4_096);
