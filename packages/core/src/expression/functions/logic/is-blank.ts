import { defineFunction } from "../define-function.ts";

export const isBlank = defineFunction("logic", {
  signature: "ISBLANK(value: Anything): Yes/No",
  summary: "Whether a value has no content.",
  details: "An empty text and an empty list are blank; 0 and FALSE are not.",
  blanks: "accept",
  evaluate: (value) => value === null || (Array.isArray(value) && value.length === 0),
  examples: [
    ['ISBLANK("")', true],
    ["ISBLANK(0)", false],
    ["ISBLANK(LIST())", true],
  ],
});
