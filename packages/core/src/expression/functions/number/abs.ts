import { defineFunction } from "../define-function.ts";
import { sameNumber } from "../derived-results.ts";

export const abs = defineFunction("number", {
  signature: "ABS(number: Decimal)",
  summary: "A number without its sign.",
  details: "A Number stays a Number, a Price stays a Price. Blank gives blank.",
  result: sameNumber,
  evaluate: (number) => Math.abs(number),
  examples: [
    ["ABS(-3.14)", 3.14],
    ["ABS(2 - 7)", 5],
    ["ABS(0)", 0],
  ],
});
