import { defineForm } from "../define-function.ts";
import { checkLinkedFilter } from "./check-linked-filter.ts";

export const linkToFilteredView = defineForm({
  name: "LINKTOFILTEREDVIEW",
  category: "link",
  summary: "A deep link to a view that shows only the rows for which a condition is TRUE.",
  details:
    "#page=filter&view=…&filter=…&row=…: the condition as written, and the key of the current row, which is its [_THISROW]. Values are encoded as by ENCODEURL. The condition is checked if the view has the name of a table or slice.",
  parameters: [
    { name: "view", type: "Text" },
    { name: "condition", type: "Yes/No" },
  ],
  result: "App",
  isPure: false,
  examples: [
    ['LINKTOFILTEREDVIEW("New Orders", TRUE)', "#page=filter&view=New%20Orders&filter=TRUE"],
    ['LINKTOFILTEREDVIEW("Stock", [Left] < 5)', "#page=filter&view=Stock&filter=%5BLeft%5D%20%3C%205"],
  ],
  check: checkLinkedFilter,
});
