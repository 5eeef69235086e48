import { defineFunction } from "../define-function.ts";

export const textIcon = defineFunction("user", {
  signature: "TEXT_ICON(text: Text): Image",
  summary: "A picture that shows a short text.",
  details:
    "No pictures are drawn here, so it is always blank; it is known so that expressions which use it work.",
  evaluate: () => null,
  examples: [['TEXT_ICON("AK")', null]],
});
