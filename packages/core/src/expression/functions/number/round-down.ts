import { defineFunction } from "../define-function.ts";
import { roundedNumber, rounder } from "./round-at.ts";

export const roundDown = defineFunction("number", {
  signature: "ROUNDDOWN(number: Decimal, [digits: Number])",
  summary: "A number rounded toward zero, to a number of decimal digits or to a whole number.",
  result: roundedNumber,
  makesWhole: "of its argument",
  evaluateFor: rounder("down"),
  examples: [
    ["ROUNDDOWN(3.999, 2)", 3.99],
    ["ROUNDDOWN(-1299, -2)", -1200],
  ],
});
