import { defineFunction } from "../define-function.ts";
import { orderedItem } from "../derived-results.ts";
import { extremeOf } from "./items.ts";

export const min = defineFunction("list", {
  signature: "MIN(list: List of Ordered)",
  summary: "The least number of a list, or the earliest of its dates or times.",
  details: "Blanks do not count. Without items it is 0, or blank for dates and times.",
  result: orderedItem,
  evaluateFor: ([type]) => extremeOf(type, (item, best) => item < best),
  examples: [
    ["MIN(LIST(1.5, 4, 2))", 1.5],
    ["MIN(LIST(TODAY(), TODAY() - 400))", "2025-02-07", "2026-03-14T15:09:26"],
    ["MIN(LIST(0) - LIST(0))", 0],
  ],
});
