import { defineFunction } from "../define-function.ts";

export const exact = defineFunction("text", {
  name: "EXACT",
  summary: "Whether two texts are the same, upper and lower case included.",
  parameters: [
    { name: "text", type: "Text" },
    { name: "other text", type: "Text" },
  ],
  result: "Yes/No",
  blanks: "accept",
  evaluate: (text, other) => text === other,
  examples: [['EXACT("Oak", "oak")', false]],
});
