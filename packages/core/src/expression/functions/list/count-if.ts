import { defineForm } from "../define-function.ts";
import { checkListCondition, LIST_CONDITION } from "./check-list-condition.ts";
import { count } from "./count.ts";

export const countIf = defineForm("list", {
  signature: "COUNTIF(list: List, condition: Any): Number",
  summary: "The number of items of a list that meet a condition.",
  details: LIST_CONDITION,
  examples: [
    ['COUNTIF(LIST(5, 12, 40), ">10")', 2],
    ['COUNTIF(LIST("green tea", "rum"), "*tea*")', 1],
    ['COUNTIF(Orders[Total], ">=" & 20 * 4)', 3],
  ],
  check: (form) => checkListCondition(form, count),
});
