import { defineFunction } from "../define-function.ts";
import { orderedItem } from "../derived-results.ts";
import { extremeOf } from "./items.ts";

export const max = defineFunction("list", {
  signature: "MAX(list: List of Ordered)",
  summary: "The greatest number of a list, or the latest of its dates or times.",
  details: "Blanks do not count. Without items it is 0, or blank for dates and times.",
  result: orderedItem,
  evaluateFor: ([type]) => extremeOf(type, (item, best) => item > best),
  examples: [
    ["MAX(LIST(1.5, 4, 2))", 4],
    ["MAX(LIST(TODAY(), TODAY() - 400))", "2026-03-14", "2026-03-14T15:09:26"],
    ["MAX(LIST(0) - LIST(0))", 0],
  ],
});
