import { defineFunction } from "../define-function.ts";

export const exact = defineFunction({
  name: "EXACT",
  category: "text",
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
