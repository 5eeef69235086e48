import { sliceCharacters } from "../../../values/index.ts";
import { chargeGrowth } from "../../runtime/meter.ts";
import { defineFunction } from "../define-function.ts";

export const proper = defineFunction("text", {
  signature: "PROPER(text: Text): Text",
  summary: "A text with the first letter of every word in upper case and the others in lower case.",
  details:
    'A letter after anything but a letter begins a word: "o\'brien" gives "O\'Brien", "it\'s" gives "It\'S".',
  uses: "budget",
  evaluate: (text, { meter }) => chargeGrowth(text.replace(/[\p{L}\p{M}]+/gu, capitalise), text, meter),
  examples: [
    ['PROPER("HELLO wORLD")', "Hello World"],
    ['PROPER("anne-marie o\'brien")', "Anne-Marie O'Brien"],
  ],
});

/** The word goes to lower case as a whole: what a letter becomes may depend on its neighbours. */
function capitalise(word: string): string {
  const lower = word.toLowerCase();
  const first = sliceCharacters(lower, 0, 1);
  return first.toUpperCase() + lower.slice(first.length);
}
