import { toCanonical } from "../../../values/index.ts";
import { checkedInteger } from "../../runtime/evaluation-error.ts";
import { defineFunction } from "../define-function.ts";

export const randBetween = defineFunction("number", {
  signature: "RANDBETWEEN(lowest: Decimal, highest: Decimal): Number",
  summary: "A random whole number between two bounds, both included.",
  details:
    "Each row, column and evaluation gets its own. Blank if there is no whole number between the bounds.",
  uses: "chance",
  evaluate: (lowest, highest, context) => {
    const first = checkedInteger(Math.ceil(toCanonical(lowest)));
    const last = checkedInteger(Math.floor(toCanonical(highest)));
    if (first > last) return null;
    return Math.min(first + Math.floor(context.random() * (last - first + 1)), last);
  },
  examples: [
    ["IN(RANDBETWEEN(1, 3), LIST(1, 2, 3))", true],
    ["RANDBETWEEN(7, 7)", 7],
    ["RANDBETWEEN(2, 1)", null],
  ],
});
