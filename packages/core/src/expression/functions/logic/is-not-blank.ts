import { defineFunction } from "../define-function.ts";

export const isNotBlank = defineFunction("logic", {
  name: "ISNOTBLANK",
  summary: "Whether a value has content.",
  details: "0 and FALSE are content; an empty text and an empty list are not.",
  parameters: [{ name: "value", type: "Anything" }],
  result: "Yes/No",
  blanks: "accept",
  evaluate: (value) => value !== null && !(Array.isArray(value) && value.length === 0),
  examples: [
    ['ISNOTBLANK("a")', true],
    ["ISNOTBLANK(0)", true],
    ["ISNOTBLANK(LIST())", false],
  ],
});
