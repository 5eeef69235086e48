import { checkOrderBy } from "../../check/check-order-by.ts";
import { defineForm } from "../define-form.ts";

export const orderBy = defineForm({
  name: "ORDERBY",
  category: "record",
  summary: "A list of rows sorted by one or more values read on each row.",
  details:
    "After a sort value, TRUE sorts it from high to low, FALSE or nothing from low to high; blanks are lowest. Rows that are equal in all sort values keep their order.",
  parameters: [
    { name: "rows", type: "List" },
    { name: "sort value", type: "Any" },
    { name: "descending", type: "Yes/No", optional: true, repeat: true },
  ],
  syntax: "ORDERBY(rows, sort value, [descending], …)",
  result: "List of Ref",
  examples: [
    ['ORDERBY(FILTER("Orders", [Status] = "Open"), [Total])', ["O4", "O1"]],
    ["ORDERBY(Orders[Order ID], [Status], FALSE, [Total], TRUE)", ["O1", "O4", "O3", "O2"]],
    ["TOP(ORDERBY(Orders[Order ID], [Day], TRUE), 2)", ["O4", "O3"]],
  ],
  check: (state, call, definition) => checkOrderBy(state, call, definition),
});
