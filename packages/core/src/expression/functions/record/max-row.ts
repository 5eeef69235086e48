import { columnArgument, rowsArgument } from "../../check/arguments.ts";
import { hasRightCount } from "../../check/check-call.ts";
import { keyField } from "../../check/columns.ts";
import type { CallForm } from "../../check/function-definition.ts";
import { conditionOn } from "../../check/select-from.ts";
import type { Node } from "../../tree/node.ts";
import { defineForm } from "../define-function.ts";

export const maxRow = defineForm("record", {
  signature: "MAXROW(table: Table, column: Column, [condition: Yes/No]): Ref",
  summary: "The row of a table or slice with the greatest value in a column, as a Ref.",
  details:
    "Only rows for which the condition is TRUE count, and rows with a value. Without any the result is blank. Of equal rows the first in table order counts.",
  examples: [
    ['MAXROW("Orders", "Total")', "O3"],
    ['MAXROW("Orders", "Day", [Status] = "Paid").[Total]', 200],
    ['MAXROW("Orders", "Day", [Status] = "Lost")', null],
  ],
  check: (form) => checkExtremeRow(form, true),
});

/** `MAXROW(table, column, [condition])` and MINROW. */
export function checkExtremeRow(form: CallForm, greatest: boolean): Node | undefined {
  const { state, call } = form;
  const isCounted = hasRightCount(form);
  const source = rowsArgument(form, 0);
  if (source === undefined) return undefined;
  const { table } = source;
  return state.inRowOf(table, (slot) => {
    const by = singleColumn(form, columnArgument(form, 1, { slot, table }));
    const checked = conditionOn(state, source, slot, call.arguments[2]);
    if (!isCounted || by === undefined || checked === undefined) return undefined;
    const field = keyField({ slot, table }, call);
    return {
      op: "extreme-row",
      ...(source.refs && { refs: source.refs }),
      table,
      slot,
      condition: checked.condition,
      by,
      greatest,
      field,
      type: field.type,
      start: call.start,
      end: call.end,
    };
  });
}

/** Lists have no order that a user would know. */
function singleColumn({ state, call, definition }: CallForm, column: Node | undefined): Node | undefined {
  if (column?.type.kind !== "List") return column;
  const expected = { function: definition.name, parameter: "column", expected: "a column of single values" };
  const details = { ...expected, actual: state.typeName(column.type) };
  return state.report("type/argument", details, call.arguments[1] ?? call);
}
