import { defineFunction } from "../define-function.ts";
import { roundedNumber, rounder } from "./round-at.ts";

export const trunc = defineFunction("number", {
  signature: "TRUNC(number: Decimal, [digits: Number])",
  summary: "A number without its fraction, or with some decimal digits of it.",
  details: "It cuts toward zero: 3.9 becomes 3 and -3.9 becomes -3. ROUNDDOWN is the same.",
  result: roundedNumber,
  makesWhole: "of its argument",
  evaluateFor: rounder("down"),
  examples: [
    ["TRUNC(3.9)", 3],
    ["TRUNC(-3.9)", -3],
    ["TRUNC(3.999, 2)", 3.99],
  ],
});
