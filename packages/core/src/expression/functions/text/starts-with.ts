import { foldText } from "../../../values/index.ts";
import { defineFunction } from "../define-function.ts";

export const startsWith = defineFunction("text", {
  signature: "STARTSWITH(text: Text, search for: Text): Yes/No",
  summary: "Whether a text begins with another text, ignoring case.",
  details: "A blank is nowhere: FALSE when either text is blank.",
  blanks: "accept",
  evaluate: (text, part) => text !== null && part !== null && foldText(text).startsWith(foldText(part)),
  examples: [
    ['STARTSWITH("INV-2041", "inv-")', true],
    ['STARTSWITH("INV-2041", "2041")', false],
  ],
});
