import { toCanonical } from "../../../values/index.ts";
import { checkedInteger } from "../../runtime/evaluation-error.ts";
import { defineFunction } from "../define-function.ts";

export const trunc = defineFunction({
  name: "TRUNC",
  category: "number",
  summary: "A number without its fraction.",
  details: "It cuts toward zero: 3.9 becomes 3 and -3.9 becomes -3.",
  parameters: [{ name: "number", type: "Decimal" }],
  result: "Number",
  makesWhole: "of its argument",
  evaluate: (number) => checkedInteger(Math.trunc(toCanonical(number))),
  examples: [
    ["TRUNC(3.9)", 3],
    ["TRUNC(-3.9)", -3],
  ],
});
