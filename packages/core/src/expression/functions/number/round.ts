import { roundToScale, toCanonical } from "../../../values/index.ts";
import { checkedInteger } from "../../runtime/evaluation-error.ts";
import { defineFunction } from "../define-function.ts";

export const round = defineFunction({
  name: "ROUND",
  category: "number",
  summary: "The whole number nearest to a number.",
  details:
    "A half goes away from zero: 2.5 becomes 3 and -2.5 becomes -3. For two decimals write ROUND([Amount] * 100.0) / 100.0.",
  parameters: [{ name: "number", type: "Decimal" }],
  result: "Number",
  makesWhole: "of its argument",
  evaluate: (number) => checkedInteger(roundToScale(toCanonical(number), 0)),
  examples: [
    ["ROUND(4.4)", 4],
    ["ROUND(2.5)", 3],
    ["ROUND(-2.5)", -3],
    ["ROUND(1.005 * 100.0) / 100.0", 1.01],
  ],
});
