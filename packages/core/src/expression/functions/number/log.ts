import { finiteOrBlank, logarithmIn } from "../../../values/index.ts";
import { defineFunction } from "../define-function.ts";

export const log = defineFunction("number", {
  signature: "LOG(number: Decimal, [base: Decimal]): Decimal",
  summary: "The logarithm of a number in a base, 10 when none is given.",
  details: "Blank for zero and negative numbers, and for a base of 1, 0 or less.",
  evaluate: (number, base = 10) => (base > 0 ? finiteOrBlank(logarithmIn(base, number)) : null),
  examples: [
    ["LOG(100)", 2],
    ["LOG(8, 2)", 3],
    ["LOG(125, 5)", 3],
    ["LOG(5, 1)", null],
  ],
});
