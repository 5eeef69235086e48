import { defineForm } from "../define-function.ts";
import { average } from "./average.ts";
import { checkListCondition, LIST_CONDITION, VALUES_BESIDE } from "./check-list-condition.ts";

export const averageIf = defineForm("list", {
  signature:
    "AVERAGEIF(list: List, condition: Any, [values: List of Amount]): Decimal, or Duration for durations",
  summary:
    "The mean of the items of a list that meet a condition, or of the values of a second list at their places.",
  details: `${LIST_CONDITION} ${VALUES_BESIDE} Of no items it is 0.`,
  examples: [['AVERAGEIF(Orders[Status], "Paid", Orders[Total])', 140]],
  check: (form) => checkListCondition(form, average),
});
