import { finiteOrBlank, logarithmIn } from "../../../values/index.ts";
import { defineFunction } from "../define-function.ts";

export const log2 = defineFunction("number", {
  name: "LOG2",
  summary: "The logarithm of a number in base 2.",
  details: "Zero and negative numbers have none: the result is blank.",
  parameters: [{ name: "number", type: "Decimal" }],
  result: "Decimal",
  evaluate: (number) => finiteOrBlank(logarithmIn(2, number)),
  examples: [
    ["LOG2(8)", 3],
    ["LOG2(0.5)", -1],
    ["LOG2(0)", null],
  ],
});
