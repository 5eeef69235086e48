import { defineFunction } from "../define-function.ts";
import { itemType } from "../derived-results.ts";
import { blankItem } from "./items.ts";

export const any = defineFunction("list", {
  signature: "ANY(list: List)",
  summary: "One item of a list: the first.",
  details: "The items of a table come in table order. A list without items gives blank.",
  result: itemType,
  evaluateFor: ([type]) => {
    const blank = blankItem(type);
    return (list) => list[0] ?? blank;
  },
  examples: [
    ['ANY(LIST("Red", "Yellow", "Green"))', "Red"],
    ["ANY(SORT(LIST(3, 1, 2)))", 1],
    ["ANY(LIST())", null],
  ],
});
