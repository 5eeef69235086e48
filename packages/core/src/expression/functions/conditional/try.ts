import { checkedArguments } from "../../check/check-call.ts";
import { defineForm } from "../define-function.ts";
import { unifyResults } from "./make-conditional.ts";

export const tryValue = defineForm("conditional", {
  signature: "TRY(value: Anything, otherwise: Anything): the type of both",
  summary: "A value, or another one where that is blank or cannot be computed.",
  details:
    "Division by zero and unreadable dates are blank. A limit of the evaluation remains an error. Both have one type; an empty list is a value.",
  examples: [
    ["TRY(6 / 3, 0)", 2],
    ["TRY(6 / 0, 0)", 0],
    ["TRY(9007199254740991 * 2, -1)", -1],
  ],
  check: (form) => {
    const checked = checkedArguments(form);
    const { type, nodes: [value, otherwise] = [] } = (checked && unifyResults(form, checked)) ?? {};
    const { start, end } = form.call;
    return type && value && otherwise && { op: "try", value, otherwise, type, start, end };
  },
});
