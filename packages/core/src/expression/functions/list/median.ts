import { defineFunction } from "../define-function.ts";
import { amidItems, keptAmid, percentileOf } from "./items.ts";

export const median = defineFunction("list", {
  signature: "MEDIAN(list: List of Amount)",
  summary: "The middle of a list of numbers or durations, between two the mean of both.",
  details: "Blank items do not count. A list without items gives 0.",
  result: amidItems,
  uses: "budget",
  evaluateFor: ([type]) => {
    const kept = keptAmid(type);
    return (list, { meter }) => kept(percentileOf(list, 0.5, meter));
  },
  examples: [["MEDIAN(LIST(1, 10, 2, 4))", 3]],
});
