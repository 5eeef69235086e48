import { foldText } from "../../../values/index.ts";
import { defineFunction } from "../define-function.ts";
import { findText } from "./find-text.ts";

export const contains = defineFunction("text", {
  signature: "CONTAINS(text: Text, search for: Text): Yes/No",
  summary: "Whether a text has another text somewhere in it, ignoring case.",
  details: "A blank is nowhere: FALSE when either text is blank. For the items of a list use IN.",
  blanks: "accept",
  evaluate: (text, part) => {
    if (text === null || part === null) return false;
    return findText(foldText(text), foldText(part)) >= 0;
  },
  examples: [
    ['CONTAINS("Harbour Street", "STREET")', true],
    ['CONTAINS("Harbour Street", "road")', false],
    ['CONTAINS("Harbour Street", "")', false],
  ],
});
