import { finiteOrBlank, rootOfDecimal } from "../../../values/index.ts";
import { defineFunction } from "../define-function.ts";

export const sqrt = defineFunction("number", {
  signature: "SQRT(number: Decimal): Decimal",
  summary: "The square root of a number.",
  details: "A negative number has none: the result is blank.",
  evaluate: (number) => finiteOrBlank(rootOfDecimal(number)),
  examples: [
    ["SQRT(9)", 3],
    ["SQRT(2) * SQRT(2)", 2],
    ["SQRT(-1)", null],
  ],
});
