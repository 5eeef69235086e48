import { defineForm } from "../define-function.ts";
import { checkLinkedFilter } from "./check-linked-filter.ts";

export const linkToFilteredView = defineForm({
  name: "LINKTOFILTEREDVIEW",
  category: "link",
  summary: "A deep link to a view that shows only the rows for which a condition is TRUE.",
  details:
    "The link is #page=filter&view=…&filter=…, where filter is the condition as it is written; row=… is added behind it, the key of the current row, for which [_THISROW] stands. Values are encoded as by ENCODEURL. In the condition a bare column is one of the view's table: it is checked when the view has the name of a table or slice.",
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
