import { defineFunction } from "../define-function.ts";
import { amidItems, keptAmid, percentileOf } from "./items.ts";

export const percentile = defineFunction("list", {
  signature: "PERCENTILE(list: List of Amount, share: Decimal)",
  summary: "What a share of a list of numbers or durations, from 0 to 1, lies below.",
  details: "Between two items in proportion. Blank items do not count. A list without items gives 0.",
  result: amidItems,
  uses: "budget",
  evaluateFor: ([type]) => {
    const kept = keptAmid(type);
    return (list, share, { meter }) =>
      share < 0 || share > 1 ? null : kept(percentileOf(list, share, meter));
  },
  examples: [["PERCENTILE(LIST(1, 2, 3, 4), 0.9)", 3.7]],
});
