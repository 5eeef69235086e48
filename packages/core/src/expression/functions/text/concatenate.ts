import { joinTexts } from "../../runtime/meter.ts";
import { defineFunction } from "../define-function.ts";

export const concatenate = defineFunction({
  name: "CONCATENATE",
  category: "text",
  summary: "One text made of the texts of all values, with nothing between them.",
  details:
    'The same as joining them with &. Numbers are written without grouping, dates in the caller\'s Locale, a list with " , " between its items. A blank adds nothing.',
  parameters: [{ name: "value", type: "Text", repeat: true }],
  result: "Text",
  growsText: true,
  blanks: "accept",
  uses: "budget",
  evaluate: (values, context) => joinTexts(values, "", context.meter) || null,
  examples: [
    ['CONCATENATE("Room ", 12, "b")', "Room 12b"],
    ['CONCATENATE("a", "", "b")', "ab"],
    ['CONCATENATE("Tags: ", LIST("new", "sale"))', "Tags: new , sale"],
  ],
});
