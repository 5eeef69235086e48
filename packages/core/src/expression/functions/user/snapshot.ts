import { defineFunction } from "../define-function.ts";

export const snapshot = defineFunction("user", {
  name: "SNAPSHOT",
  summary: "A picture of a view.",
  details:
    "There are no views on a screen here, so it is always blank; it is known so that expressions which use it work.",
  parameters: [{ name: "view", type: "Text" }],
  result: "Image",
  evaluate: () => null,
  examples: [['SNAPSHOT("Orders_Detail")', null]],
});
