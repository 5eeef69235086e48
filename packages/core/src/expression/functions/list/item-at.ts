import { defineFunction } from "../define-function.ts";
import { itemType } from "../derived-results.ts";
import { blankItem } from "./items.ts";

export const itemAt = defineFunction("list", {
  signature: "INDEX(list: List, position: Number)",
  summary: "The item at a position of a list; the first has position 1.",
  details: "A position outside the list gives blank, and so does a blank one.",
  result: itemType,
  blanks: "accept",
  evaluateFor: ([type]) => {
    const blank = blankItem(type);
    return (list, position) => list[(position ?? 0) - 1] ?? blank;
  },
  examples: [
    ['INDEX(LIST("Red", "Yellow", "Green"), 2)', "Yellow"],
    ["INDEX(LIST(10, 20), 0)", null],
    ["INDEX(LIST(10, 20), 3)", null],
  ],
});
