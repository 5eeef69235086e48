import { defineFunction } from "../define-function.ts";

export const sign = defineFunction("number", {
  signature: "SIGN(number: Decimal): Number",
  summary: "The sign of a number: 1 above zero, -1 below, 0 for zero.",
  largest: 1,
  evaluate: (number) => Math.sign(number) + 0,
  examples: [["SIGN(-2.5)", -1]],
});
