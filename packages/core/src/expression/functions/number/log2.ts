import { finiteOrBlank, logarithmIn } from "../../../values/index.ts";
import { defineFunction } from "../define-function.ts";

export const log2 = defineFunction("number", {
  signature: "LOG2(number: Decimal): Decimal",
  summary: "The logarithm of a number in base 2.",
  details: "Zero and negative numbers have none: the result is blank.",
  evaluate: (number) => finiteOrBlank(logarithmIn(2, number)),
  examples: [
    ["LOG2(8)", 3],
    ["LOG2(0.5)", -1],
    ["LOG2(0)", null],
  ],
});
