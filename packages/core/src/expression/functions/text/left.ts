import { sliceCharacters } from "../../../values/index.ts";
import { defineFunction } from "../define-function.ts";

export const left = defineFunction("text", {
  signature: "LEFT(text: Text, count: Number): Text",
  summary: "The first characters of a text.",
  details:
    'A count beyond the length or below 0 gives the whole text, 0 gives blank. So LEFT([Text], FIND(" ", [Text]) - 1) is all of it if there is no blank.',
  evaluate: (text, count) => (count < 0 ? text : sliceCharacters(text, 0, count) || null),
  examples: [
    ['LEFT("harbour", 3)', "har"],
    ['LEFT("🚢 x", 1)', "🚢"],
    ['LEFT("harbour", -1)', "harbour"],
  ],
});
