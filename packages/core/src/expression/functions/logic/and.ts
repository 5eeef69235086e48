import { defineForm } from "../define-function.ts";
import { checkConditions } from "./check-conditions.ts";

export const and = defineForm({
  name: "AND",
  category: "logic",
  summary: "Whether every condition is TRUE.",
  details: "A blank counts as FALSE. Evaluation stops at the first condition that is not TRUE.",
  parameters: [{ name: "condition", type: "Yes/No", repeat: true }],
  result: "Yes/No",
  examples: [
    ["AND(TRUE, 1 < 2)", true],
    ["AND(TRUE, FALSE)", false],
  ],
  check: (state, call, definition) => checkConditions(state, call, definition, "and"),
});
