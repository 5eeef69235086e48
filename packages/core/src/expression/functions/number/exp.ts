import { exponentialOf, finiteOrBlank } from "../../../values/index.ts";
import { defineFunction } from "../define-function.ts";

export const exp = defineFunction("number", {
  signature: "EXP(exponent: Decimal): Decimal",
  summary: "The number e (2.71828…) raised to a power.",
  details: "A result too large to be kept is blank.",
  evaluate: (exponent) => finiteOrBlank(exponentialOf(exponent)),
  examples: [
    ["EXP(0)", 1],
    ["EXP(2)", 7.38905609893065],
    ["EXP(1000)", null],
  ],
});
