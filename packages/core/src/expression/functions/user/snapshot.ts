import { defineFunction } from "../define-function.ts";

export const snapshot = defineFunction("user", {
  signature: "SNAPSHOT(view: Text): Image",
  summary: "A picture of a view.",
  details:
    "There are no views on a screen here, so it is always blank; it is known so that expressions which use it work.",
  evaluate: () => null,
  examples: [['SNAPSHOT("Orders_Detail")', null]],
});
