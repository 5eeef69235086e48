import { checkSelect } from "../../check/check-select.ts";
import { defineForm } from "../define-form.ts";

export const select = defineForm({
  name: "SELECT",
  category: "record",
  summary: "The values of a column in the rows of a table or slice for which a condition is TRUE.",
  details:
    "In the condition a bare column is read from the row that is searched; [_THISROW].[Column] is the current row. Values come in table order; the third argument, TRUE, removes duplicates.",
  parameters: [
    { name: "Table[Column]", type: "List" },
    { name: "condition", type: "Yes/No" },
    { name: "distinct", type: "Yes/No", optional: true },
  ],
  result: "List of the column's type",
  examples: [
    ['SELECT(Orders[Total], [Status] = "Paid")', [80, 200]],
    ["SELECT(Orders[Status], TRUE, TRUE)", ["Open", "Paid"]],
    ['SUM(SELECT(Orders[Total], [Customer].[City] = "Oslo"))', 365],
  ],
  check: (state, call, definition) => checkSelect(state, call, definition),
});
