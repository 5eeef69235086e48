import { defineFunction } from "../define-function.ts";

export const count = defineFunction("list", {
  name: "COUNT",
  summary: "The number of items in a list.",
  details: "Blank items and duplicates count.",
  parameters: [{ name: "list", type: "List" }],
  result: "Number",
  largest: 2 ** 32,
  evaluate: (list) => list.length,
  examples: [
    ['COUNT(LIST("a", "b", "a"))', 3],
    ["COUNT(LIST())", 0],
  ],
});
