import { defineFunction } from "../define-function.ts";
import { roundedNumber, rounder } from "./round-at.ts";

export const roundUp = defineFunction("number", {
  signature: "ROUNDUP(number: Decimal, [digits: Number])",
  summary: "A number rounded away from zero, to a number of decimal digits or to a whole number.",
  result: roundedNumber,
  makesWhole: "of its argument",
  evaluateFor: rounder("up"),
  examples: [
    ["ROUNDUP(3.001, 2)", 3.01],
    ["ROUNDUP(-1201, -2)", -1300],
  ],
});
