import { exactSum, finiteOrBlank, subtractDecimals } from "../../../values/index.ts";
import { defineFunction } from "../define-function.ts";

export const stdevP = defineFunction({
  name: "STDEVP",
  category: "list",
  summary:
    "How far the numbers of a list spread around their mean: the standard deviation of a whole population.",
  details: "Blank items do not count. A list without items gives 0, and so does one of equal numbers.",
  parameters: [{ name: "list", type: "List of Decimal" }],
  result: "Decimal",
  evaluate: (list) => {
    const items = list.filter((item) => item !== null);
    const [first = 0] = items;
    // Counted from the first item, so that equal numbers differ by exactly nothing.
    const offsets = items.map((item) => subtractDecimals(item, first));
    const mean = exactSum(offsets) / Math.max(offsets.length, 1);
    const squares = offsets.map((offset) => (offset - mean) ** 2);
    return finiteOrBlank(Math.sqrt(exactSum(squares) / Math.max(squares.length, 1)));
  },
  examples: [
    ["STDEVP(LIST(2, 4, 4, 4, 5, 5, 7, 9))", 2],
    ["STDEVP(LIST(0.1, 0.1, 0.1))", 0],
  ],
});
