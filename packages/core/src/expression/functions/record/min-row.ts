import { defineForm } from "../define-function.ts";
import { checkExtremeRow } from "./max-row.ts";

export const minRow = defineForm("record", {
  name: "MINROW",
  summary: "The row of a table or slice with the least value in a column, as a Ref.",
  details:
    "Only rows for which the condition is TRUE count, and rows with a value. Without any the result is blank. Of equal rows the first in table order counts.",
  parameters: [
    { name: "table", type: "Name", names: "table" },
    { name: "column", type: "Name", names: "column" },
    { name: "condition", type: "Yes/No", optional: true },
  ],
  result: "Ref",
  examples: [
    ['MINROW("Orders", "Total")', "O4"],
    ['MINROW("Orders", "Day", [Customer] = "C1").[Total]', 120],
  ],
  check: (state, call, definition) => checkExtremeRow(state, call, definition, false),
});
