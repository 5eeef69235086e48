import { raise } from "../../operators/index.ts";
import { defineFunction } from "../define-function.ts";

export const power = defineFunction("number", {
  signature: "POWER(number: Decimal, exponent: Decimal): Decimal",
  summary: "A number raised to a power, as the operator ^ gives it.",
  details:
    "The result is a Decimal. Blank for a fractional power of a negative number, and a negative power of zero.",
  evaluate: raise,
  examples: [
    ["POWER(2, 10)", 1024],
    ["POWER(4, 0.5)", 2],
    ["POWER(-1, 0.5)", null],
  ],
});
