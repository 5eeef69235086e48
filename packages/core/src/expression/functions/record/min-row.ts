import { defineForm } from "../define-function.ts";
import { checkExtremeRow } from "./max-row.ts";

export const minRow = defineForm("record", {
  signature: "MINROW(table: Table, column: Column, [condition: Yes/No]): Ref",
  summary: "The row of a table or slice with the least value in a column, as a Ref.",
  details:
    "Only rows for which the condition is TRUE count, and rows with a value. Without any the result is blank. Of equal rows the first in table order counts.",
  examples: [
    ['MINROW("Orders", "Total")', "O4"],
    ['MINROW("Orders", "Day", [Customer] = "C1").[Total]', 120],
  ],
  check: (form) => checkExtremeRow(form, false),
});
