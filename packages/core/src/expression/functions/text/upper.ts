import { chargeGrowth } from "../../runtime/meter.ts";
import { defineFunction } from "../define-function.ts";

export const upper = defineFunction("text", {
  signature: "UPPER(text: Text): Text",
  summary: "A text with its letters in upper case.",
  details:
    "Letters of every script that has case, by the rules of Unicode, the same in every Locale. A few letters become two: ß becomes SS.",
  growsText: true,
  uses: "budget",
  evaluate: (text, { meter }) => chargeGrowth(text.toUpperCase(), text, meter),
  examples: [
    ['UPPER("crème brûlée")', "CRÈME BRÛLÉE"],
    ['UPPER("Straße 5")', "STRASSE 5"],
  ],
});
