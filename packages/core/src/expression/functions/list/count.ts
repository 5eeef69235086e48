import { defineFunction } from "../define-function.ts";

export const count = defineFunction("list", {
  signature: "COUNT(list: List): Number",
  summary: "The number of items in a list.",
  details: "Blank items and duplicates count.",
  largest: 2 ** 32,
  evaluate: (list) => list.length,
  examples: [
    ['COUNT(LIST("a", "b", "a"))', 3],
    ["COUNT(LIST())", 0],
  ],
});
