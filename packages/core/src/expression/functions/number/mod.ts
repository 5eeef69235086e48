import { finiteOrBlank, remainderOfDecimals } from "../../../values/index.ts";
import { isWholeNumber, scalar } from "../../tree/type.ts";
import { defineFunction } from "../define-function.ts";

export const mod = defineFunction("number", {
  signature: "MOD(dividend: Decimal, divisor: Decimal)",
  summary: "The remainder of a division, as the operator % gives it.",
  details:
    "The sign is that of the dividend: MOD(-7, 3) is -1. Decimals keep their fraction. Division by zero gives blank.",
  result: {
    name: "Number, or Decimal when an argument is one",
    of: (parts) => scalar(parts.every(({ type }) => isWholeNumber(type)) ? "Number" : "Decimal"),
  },
  evaluate: (dividend, divisor) => finiteOrBlank(remainderOfDecimals(dividend, divisor)),
  examples: [
    ["MOD(7, 3)", 1],
    ["MOD(-7, 3)", -1],
    ["MOD(7.5, 2)", 1.5],
    ["MOD(5, 0)", null],
  ],
});
