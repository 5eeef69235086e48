import { finiteOrBlank, logarithmOf } from "../../../values/index.ts";
import { defineFunction } from "../define-function.ts";

export const ln = defineFunction("number", {
  signature: "LN(number: Decimal): Decimal",
  summary: "The natural logarithm of a number.",
  details: "Zero and negative numbers have none: the result is blank.",
  evaluate: (number) => finiteOrBlank(logarithmOf(number)),
  examples: [
    ["LN(EXP(2))", 2],
    ["LN(3)", 1.09861228866811],
    ["LN(0)", null],
  ],
});
