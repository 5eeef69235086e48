import { defineFunction } from "../define-function.ts";

export const isNotBlank = defineFunction("logic", {
  signature: "ISNOTBLANK(value: Anything): Yes/No",
  summary: "Whether a value has content.",
  details: "0 and FALSE are content; an empty text and an empty list are not.",
  blanks: "accept",
  evaluate: (value) => value !== null && !(Array.isArray(value) && value.length === 0),
  examples: [
    ['ISNOTBLANK("a")', true],
    ["ISNOTBLANK(0)", true],
    ["ISNOTBLANK(LIST())", false],
  ],
});
