import { countCharacters } from "../../../values/index.ts";
import { defineFunction } from "../define-function.ts";
import { findText } from "./find-text.ts";

export const find = defineFunction("text", {
  signature: "FIND(search for: Text, text: Text): Number",
  summary: "The position of the first place where a text occurs in another, counted from 1.",
  details: "Case counts. The text searched for comes first. 0 if it does not occur, or if a text is blank.",
  largest: 2 ** 32,
  blanks: "accept",
  evaluate: (part, text) => {
    if (part === null || text === null) return 0;
    const at = findText(text, part);
    return at < 0 ? 0 : countCharacters(text.slice(0, at)) + 1;
  },
  examples: [
    ['FIND("@", "ann@example.com")', 4],
    ['FIND("b", "🚢 boat")', 3],
    ['FIND("B", "boat")', 0],
  ],
});
