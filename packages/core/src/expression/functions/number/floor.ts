import { toCanonical } from "../../../values/index.ts";
import { checkedInteger } from "../../runtime/evaluation-error.ts";
import { defineFunction } from "../define-function.ts";

export const floor = defineFunction("number", {
  signature: "FLOOR(number: Decimal): Number",
  summary: "The nearest whole number that is not greater than a number.",
  details: "-3.14 becomes -4. The number counts to 15 digits, so 0.3 / 0.1 is 3.",
  makesWhole: "of its argument",
  evaluate: (number) => checkedInteger(Math.floor(toCanonical(number))),
  examples: [
    ["FLOOR(4.8)", 4],
    ["FLOOR(-3.14)", -4],
    ["FLOOR(0.3 / 0.1)", 3],
  ],
});
