import { defineForm } from "../define-function.ts";
import { checkConditions } from "./check-conditions.ts";

export const or = defineForm({
  name: "OR",
  category: "logic",
  summary: "Whether at least one condition is TRUE.",
  details: "A blank counts as FALSE. Evaluation stops at the first condition that is TRUE.",
  parameters: [{ name: "condition", type: "Yes/No", repeat: true }],
  result: "Yes/No",
  examples: [
    ["OR(FALSE, 1 < 2)", true],
    ["OR(FALSE, FALSE)", false],
  ],
  check: (state, call, definition) => checkConditions(state, call, definition, "or"),
});
