import { joinTexts } from "../../runtime/meter.ts";
import { defineFunction } from "../define-function.ts";
import { splitText } from "./find-text.ts";

export const substitute = defineFunction("text", {
  signature: "SUBSTITUTE(text: Text, search for: Text, replace with: Text): Text",
  summary: "A text in which every occurrence of a text is replaced.",
  details:
    "Case counts. A blank replacement removes; a blank search changes nothing. Occurrences are found from the left and do not overlap.",
  growsText: true,
  blanks: "accept",
  uses: "budget",
  evaluate: (text, part, replacement, context) => {
    if (text === null || part === null) return text;
    return joinTexts(splitText(text, part), replacement ?? "", context.meter) || null;
  },
  examples: [
    ['SUBSTITUTE("banana", "a", "o")', "bonono"],
    ['SUBSTITUTE("12 Harbour Street", " ", "")', "12HarbourStreet"],
    ['SUBSTITUTE("Banana", "b", "x")', "Banana"],
  ],
});
