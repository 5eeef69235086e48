import { rowsArgument } from "../../check/arguments.ts";
import { hasRightCount } from "../../check/check-call.ts";
import { readLiteralByLook } from "../../check/literals.ts";
import { selectNode } from "../../check/select-from.ts";
import { defineForm } from "../define-function.ts";

export const map = defineForm("record", {
  signature: "MAP(list: Table, value: Anything): List of the type of the value",
  summary: "One value for each item of a list, or for each row of a table or slice.",
  details:
    "A bare column is a field of the item, or a column of its row. [_ITEM] is the item, [_THISROW].[Column] the current row.",
  examples: [
    ["MAP(LIST(1, 2, 3), [_ITEM] * 10)", [10, 20, 30]],
    ['MAP("Orders", [Total] * 2)', [240, 160, 400, 90]],
    ['SUM(MAP(FILTER("Orders", [Status] = "Paid"), [Total] / 2))', 140],
  ],
  check: (form) => {
    const { state, call } = form;
    const rows = rowsArgument(form, 0);
    if (!hasRightCount(form) || rows === undefined) return undefined;
    const part = call.arguments[1];
    return state.inRowOf(rows.table, (slot) => {
      const value = part && state.check(part);
      if (value === undefined) return undefined;
      const field = readLiteralByLook(value, state.scope.locale) ?? value;
      if (field.type.kind !== "List") return selectNode(rows, slot, undefined, field, false, call);
      const details = { function: "MAP", parameter: "value", expected: "a single value" };
      return state.report("type/argument", { ...details, actual: state.typeName(field.type) }, value);
    });
  },
});
