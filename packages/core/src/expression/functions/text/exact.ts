import { defineFunction } from "../define-function.ts";

export const exact = defineFunction("text", {
  signature: "EXACT(text: Text, other text: Text): Yes/No",
  summary: "Whether two texts are the same, upper and lower case included.",
  blanks: "accept",
  evaluate: (text, other) => text === other,
  examples: [['EXACT("Oak", "oak")', false]],
});
