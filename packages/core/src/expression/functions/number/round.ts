import { defineFunction } from "../define-function.ts";
import { roundedNumber, rounder } from "./round-at.ts";

export const round = defineFunction("number", {
  signature: "ROUND(number: Decimal, [digits: Number])",
  summary: "The nearest number with a number of decimal digits, or the nearest whole number.",
  details:
    "A half goes away from zero: 2.5 becomes 3 and -2.5 becomes -3. Digits below 0 round to tens, hundreds and so on.",
  result: roundedNumber,
  makesWhole: "of its argument",
  evaluateFor: rounder("half"),
  examples: [
    ["ROUND(2.5)", 3],
    ["ROUND(-2.5)", -3],
    ["ROUND(1.005, 2)", 1.01],
    ["ROUND(1250, -2)", 1300],
  ],
});
