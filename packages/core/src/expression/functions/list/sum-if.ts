import { defineForm } from "../define-function.ts";
import { checkListCondition, LIST_CONDITION, VALUES_BESIDE } from "./check-list-condition.ts";
import { sum } from "./sum.ts";

export const sumIf = defineForm("list", {
  signature:
    "SUMIF(list: List, condition: Any, [values: List of Amount]): Number, Decimal or Duration, as the items",
  summary:
    "The sum of the items of a list that meet a condition, or of the values of a second list at their places.",
  details: `${LIST_CONDITION} ${VALUES_BESIDE}`,
  examples: [['SUMIF(Orders[Status], "Paid", Orders[Total])', 280]],
  check: (form) => checkListCondition(form, sum),
});
