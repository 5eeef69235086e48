import { hasRightCount } from "../../check/check-call.ts";
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
  check: (state, call, definition) => {
    const [value, otherwise] = call.arguments.map((part) => state.check(part));
    if (!hasRightCount(state, call, definition)) return undefined;
    const unified = value && otherwise && unifyResults(state, definition, [value, otherwise]);
    if (unified === undefined) return undefined;
    const [first, second] = unified.nodes;
    if (first === undefined || second === undefined) return undefined;
    return {
      op: "try",
      value: first,
      otherwise: second,
      type: unified.type,
      start: call.start,
      end: call.end,
    };
  },
});
