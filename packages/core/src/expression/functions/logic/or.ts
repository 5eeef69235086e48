import { defineForm } from "../define-function.ts";
import { checkConditions } from "./and.ts";

export const or = defineForm("logic", {
  signature: "OR(condition: Yes/No …): Yes/No",
  summary: "Whether at least one condition is TRUE.",
  details: "A blank counts as FALSE. Evaluation stops at the first condition that is TRUE.",
  examples: [
    ["OR(FALSE, 1 < 2)", true],
    ["OR(FALSE, FALSE)", false],
  ],
  check: (form) => checkConditions(form, "or"),
});
