import { joinTexts } from "../../runtime/meter.ts";
import { defineFunction } from "../define-function.ts";

export const concatenate = defineFunction("text", {
  signature: "CONCATENATE(value: Text …): Text",
  summary: "The texts of all values, joined.",
  details:
    'The same as &. Numbers have no grouping, dates are in the caller\'s Locale, items of a list are joined by " , ". A blank adds nothing.',
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
