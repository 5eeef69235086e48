import { rowsArgument } from "../../check/arguments.ts";
import { hasRightCount } from "../../check/check-call.ts";
import { filterRows } from "../../check/select-from.ts";
import { defineForm } from "../define-function.ts";

export const filter = defineForm("record", {
  signature: "FILTER(rows: Table, condition: Yes/No): List of Ref, or of the items",
  summary:
    "The rows of a table or slice for which a condition is TRUE, in table order; also the items of a list.",
  details:
    "In the condition a bare column belongs to the searched row, or is a field of the item; [_ITEM] is the item, [_THISROW].[Column] the current row.",
  examples: [
    ['FILTER("Orders", [Total] > 100)', ["O1", "O3"]],
    ['FILTER("Orders", [Customer] = [_THISROW].[ID])', ["O1", "O3"]],
    ['COUNT(FILTER("Orders", [Status] = "Open"))', 2],
    ["FILTER(LIST(1, 2, 3, 4), [_ITEM] > 2)", [3, 4]],
  ],
  check: (form) => {
    const source = rowsArgument(form, 0);
    if (!hasRightCount(form) || source === undefined) return undefined;
    return filterRows(form.state, source, form.call.arguments[1], form.call);
  },
});
