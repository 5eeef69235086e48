import { checkRefRows } from "../../check/check-ref-rows.ts";
import { defineForm } from "../define-form.ts";

export const refRows = defineForm({
  name: "REF_ROWS",
  category: "record",
  summary:
    "The rows of a table or slice that point at the current row through a Ref column, as a list of Refs.",
  details: "They come in table order. The Ref column must point at the table of the current row.",
  parameters: [
    { name: "table", type: "Name" },
    { name: "ref column", type: "Name" },
  ],
  result: "List of Ref",
  examples: [
    ['REF_ROWS("Orders", "Customer")', ["O1", "O3"]],
    ['SUM(REF_ROWS("Orders", "Customer")[Total])', 320],
  ],
  check: checkRefRows,
});
