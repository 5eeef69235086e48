import { toCanonical } from "../../../values/index.ts";
import { checkedInteger } from "../../runtime/evaluation-error.ts";
import { defineFunction } from "../define-function.ts";

export const ceiling = defineFunction("number", {
  signature: "CEILING(number: Decimal): Number",
  summary: "The nearest whole number that is not less than a number.",
  details: "-3.14 becomes -3. The number counts to 15 digits, so 4.2 / 0.6 is 7.",
  makesWhole: "of its argument",
  evaluate: (number) => checkedInteger(Math.ceil(toCanonical(number))),
  examples: [
    ["CEILING(4.2)", 5],
    ["CEILING(-3.14)", -3],
    ["CEILING(4.2 / 0.6)", 7],
  ],
});
