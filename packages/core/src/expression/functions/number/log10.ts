import { finiteOrBlank, logarithmIn } from "../../../values/index.ts";
import { defineFunction } from "../define-function.ts";

export const log10 = defineFunction("number", {
  signature: "LOG10(number: Decimal): Decimal",
  summary: "The logarithm of a number in base 10.",
  details: "Zero and negative numbers have none: the result is blank.",
  evaluate: (number) => finiteOrBlank(logarithmIn(10, number)),
  examples: [
    ["LOG10(1000)", 3],
    ["LOG10(0.1)", -1],
    ["LOG10(-1)", null],
  ],
});
