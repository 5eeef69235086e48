import { hasRightCount } from "../../check/check-call.ts";
import { defineForm } from "../define-function.ts";
import { fitCondition, makeConditional } from "./make-conditional.ts";

export const ifElse = defineForm("conditional", {
  signature:
    "IF(condition: Yes/No, result if true: Anything, result if false: Anything): the type of the results",
  summary: "One of two results, depending on a condition.",
  details:
    'A blank condition is FALSE. Both results have one type; "" is a blank of any type. Only the chosen one is evaluated.',
  examples: [
    ['IF(2 > 1, "more", "less")', "more"],
    ["IF(FALSE, 1, 2.5)", 2.5],
    ['IF(1 = 2, 7, "")', null],
  ],
  check: (form) => {
    const [condition, value, otherwise] = form.call.arguments.map((part) => form.state.check(part));
    if (!hasRightCount(form)) return undefined;
    return makeConditional(form, [{ condition: fitCondition(form, condition), value }], otherwise);
  },
});
