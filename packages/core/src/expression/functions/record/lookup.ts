import { checkLookup } from "../../check/check-lookup.ts";
import { defineForm } from "../define-form.ts";

export const lookup = defineForm({
  name: "LOOKUP",
  category: "record",
  summary:
    "A value from the first row of a table or slice in which a column equals the value that is looked up.",
  details:
    "Values are compared as = does; a blank finds a row where the column is blank. Without such a row the result is blank. A bare column in the value is read from the row that is searched; [_THISROW].[Column] is the current row.",
  parameters: [
    { name: "value", type: "Any" },
    { name: "table", type: "Name" },
    { name: "column", type: "Name" },
    { name: "result column", type: "Name" },
  ],
  result: "the type of the result column",
  examples: [
    ['LOOKUP("Ben", "Customers", "Name", "City")', "Porto"],
    ['LOOKUP([_THISROW].[ID], "Orders", "Customer", "Total")', 120],
    ['LOOKUP("Dora", "Customers", "Name", "City")', null],
  ],
  check: checkLookup,
});
