import { countCharacters } from "../../../values/index.ts";
import { defineFunction } from "../define-function.ts";

export const len = defineFunction("text", {
  signature: "LEN(text: Text): Number",
  summary: "The number of characters in a text.",
  details: "Characters are Unicode code points. A blank has 0.",
  largest: 2 ** 32,
  blanks: "accept",
  evaluate: (text) => (text === null ? 0 : countCharacters(text)),
  examples: [
    ['LEN("harbour")', 7],
    ['LEN("👍")', 1],
    ['LEN("")', 0],
  ],
});
