import { chargeGrowth } from "../../runtime/meter.ts";
import { defineFunction } from "../define-function.ts";

export const lower = defineFunction("text", {
  signature: "LOWER(text: Text): Text",
  summary: "A text with its letters in lower case.",
  details: "Letters of every script that has case, by the rules of Unicode, the same in every Locale.",
  growsText: true,
  uses: "budget",
  evaluate: (text, { meter }) => chargeGrowth(text.toLowerCase(), text, meter),
  examples: [
    ['LOWER("Crème BRÛLÉE")', "crème brûlée"],
    ['LOWER("ABC-1")', "abc-1"],
  ],
});
