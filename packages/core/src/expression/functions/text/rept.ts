import { defineFunction } from "../define-function.ts";

export const rept = defineFunction("text", {
  signature: "REPT(text: Text, count: Number): Text",
  summary: "A text repeated a number of times.",
  details: "A count below 1 gives blank.",
  growsText: true,
  uses: "budget",
  evaluate: (text, count, { meter }) => {
    if (count < 1) return null;
    meter.buildText(text.length * count);
    return text.repeat(count) || null;
  },
  examples: [['REPT("ab", 3)', "ababab"]],
});
