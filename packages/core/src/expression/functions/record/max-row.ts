import { defineForm } from "../define-function.ts";
import { checkExtremeRow } from "./check-extreme-row.ts";

export const maxRow = defineForm({
  name: "MAXROW",
  category: "record",
  summary: "The row of a table or slice with the greatest value in a column, as a Ref.",
  details:
    "Only rows for which the condition is TRUE count, and rows with a value. Without any the result is blank. Of equal rows the first in table order counts.",
  parameters: [
    { name: "table", type: "Name", names: "table" },
    { name: "column", type: "Name", names: "column" },
    { name: "condition", type: "Yes/No", optional: true },
  ],
  result: "Ref",
  examples: [
    ['MAXROW("Orders", "Total")', "O3"],
    ['MAXROW("Orders", "Day", [Status] = "Paid").[Total]', 200],
    ['MAXROW("Orders", "Day", [Status] = "Lost")', null],
  ],
  check: (state, call, definition) => checkExtremeRow(state, call, definition, true),
});
