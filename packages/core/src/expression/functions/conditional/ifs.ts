import { hasRightCount } from "../../check/check-call.ts";
import { defineForm } from "../define-function.ts";
import {
  blankResult,
  type CheckedBranch,
  fitCondition,
  hasPairs,
  makeConditional,
} from "./make-conditional.ts";

export const ifs = defineForm("conditional", {
  signature: "IFS(condition: Yes/No …, result: Anything …): the type of the results",
  summary: "The result after the first condition that is TRUE.",
  details:
    "Later conditions are not evaluated. Without a match it is blank; TRUE as the last condition matches the rest. All results have one type.",
  examples: [
    ['IFS(7 < 5, "small", 7 < 10, "medium", TRUE, "large")', "medium"],
    ['IFS(1 = 2, "equal")', null],
  ],
  check: (form) => {
    const parts = form.call.arguments.map((part) => form.state.check(part));
    if (!hasRightCount(form) || !hasPairs(form)) return undefined;
    const branches: CheckedBranch[] = [];
    for (let index = 0; index < parts.length; index += 2)
      branches.push({ condition: fitCondition(form, parts[index]), value: parts[index + 1] });
    return makeConditional(form, branches, blankResult(form.call));
  },
});
