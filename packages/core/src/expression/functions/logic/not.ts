import { defineFunction } from "../define-function.ts";

export const not = defineFunction("logic", {
  name: "NOT",
  summary: "The opposite of a condition.",
  details: "A blank condition counts as FALSE, so its opposite is TRUE.",
  parameters: [{ name: "condition", type: "Yes/No" }],
  result: "Yes/No",
  blanks: "accept",
  evaluate: (condition) => condition !== true,
  examples: [
    ["NOT(TRUE)", false],
    ["NOT(1 = 2)", true],
  ],
});
