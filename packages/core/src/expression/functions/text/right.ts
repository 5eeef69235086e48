import { countCharacters, sliceCharacters } from "../../../values/index.ts";
import { defineFunction } from "../define-function.ts";

export const right = defineFunction("text", {
  signature: "RIGHT(text: Text, count: Number): Text",
  summary: "The last characters of a text.",
  details: "A count beyond the length or below 0 gives the whole text. 0 gives blank.",
  evaluate: (text, count) => {
    if (count < 0 || count >= text.length) return text;
    return sliceCharacters(text, countCharacters(text) - count) || null;
  },
  examples: [
    ['RIGHT("harbour", 3)', "our"],
    ['RIGHT("x 🚢", 1)', "🚢"],
    ['RIGHT("harbour", 0)', null],
  ],
});
