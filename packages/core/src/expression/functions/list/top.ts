import { defineFunction } from "../define-function.ts";
import { typeOfFirst } from "../derived-results.ts";

export const top = defineFunction("list", {
  signature: "TOP(list: List, count: Number)",
  summary: "The first items of a list, in order.",
  details: "A count beyond the length gives the whole list, one below 1 gives none.",
  result: typeOfFirst,
  blanks: "accept",
  evaluate: (list, count) => list.slice(0, Math.max(0, count ?? 0)),
  examples: [
    ["TOP(LIST(3, 1, 2), 2)", [3, 1]],
    ["TOP(LIST(3, 1, 2), 0)", []],
  ],
});
