import { exactSum, finiteOrBlank } from "../../../values/index.ts";
import { checkedInteger } from "../../runtime/evaluation-error.ts";
import { isWholeNumber } from "../../tree/type.ts";
import { defineFunction } from "../define-function.ts";
import { amountOf, itemOf } from "../derived-results.ts";

export const sum = defineFunction("list", {
  signature: "SUM(list: List of Amount)",
  summary: "The sum of a list of numbers or durations.",
  details:
    "The sum of decimals is exact and does not depend on their order. Blank items count as 0; no items give 0.",
  result: amountOf,
  makesWhole: "of their sum",
  evaluateFor: ([type]) => {
    const keep = type !== undefined && isWholeNumber(itemOf(type)) ? checkedInteger : finiteOrBlank;
    return (list: readonly (number | null)[]) => keep(exactSum(list));
  },
  examples: [
    ["SUM(LIST(0.1, 0.2))", 0.3],
    ['SUM(LIST("024:00:00", "000:15:00"))', "024:15:00"],
    ["SUM(LIST(0) - LIST(0))", 0],
  ],
});
