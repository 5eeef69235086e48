import { sliceCharacters } from "../../../values/index.ts";
import { defineFunction } from "../define-function.ts";

export const mid = defineFunction("text", {
  signature: "MID(text: Text, start: Number, length: Number): Text",
  summary: "Characters out of the middle of a text, from a position counted from 1.",
  details:
    "A length beyond the end runs to the end. Blank when the start is below 1 or behind the text, or the length is 0 or less.",
  evaluate: (text, start, length) => {
    if (start < 1 || length < 1) return null;
    return sliceCharacters(text, start - 1, start - 1 + length) || null;
  },
  examples: [
    ['MID("INV-2041-B", 5, 4)', "2041"],
    ['MID("harbour", 5, 99)', "our"],
    ['MID("harbour", 0, 3)', null],
  ],
});
