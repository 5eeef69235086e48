import { foldText } from "../../../values/index.ts";
import { defineFunction } from "../define-function.ts";

export const endsWith = defineFunction("text", {
  signature: "ENDSWITH(text: Text, search for: Text): Yes/No",
  summary: "Whether a text ends with another text, ignoring case.",
  details: "A blank is nowhere: FALSE when either text is blank.",
  blanks: "accept",
  evaluate: (text, part) => text !== null && part !== null && foldText(text).endsWith(foldText(part)),
  examples: [
    ['ENDSWITH("photo.JPG", ".jpg")', true],
    ['ENDSWITH("photo.JPG", ".png")', false],
  ],
});
