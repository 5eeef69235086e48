import { deviationOf, finiteOrBlank } from "../../../values/index.ts";
import { defineFunction } from "../define-function.ts";

export const stdevP = defineFunction("list", {
  signature: "STDEVP(list: List of Decimal): Decimal",
  summary:
    "How far the numbers of a list spread around their mean: the standard deviation of a whole population.",
  details: "Blank items do not count. A list without items gives 0, and so does one of equal numbers.",
  evaluate: (list) => finiteOrBlank(deviationOf(list.filter((item) => item !== null))),
  examples: [
    ["STDEVP(LIST(2, 4, 4, 4, 5, 5, 7, 9))", 2],
    ["STDEVP(LIST(0.1, 0.1, 0.1))", 0],
  ],
});
