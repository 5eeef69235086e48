import { defineFunction } from "../define-function.ts";

export const not = defineFunction("logic", {
  signature: "NOT(condition: Yes/No): Yes/No",
  summary: "The opposite of a condition.",
  details: "A blank condition counts as FALSE, so its opposite is TRUE.",
  blanks: "accept",
  evaluate: (condition) => condition !== true,
  examples: [
    ["NOT(TRUE)", false],
    ["NOT(1 = 2)", true],
  ],
});
