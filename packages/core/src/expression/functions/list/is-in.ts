import { equalValues } from "../../../values/index.ts";
import { unifyItemWithList } from "../../check/unify.ts";
import { valueFamilyOf } from "../../tree/type.ts";
import { defineFunction } from "../define-function.ts";

export const isIn = defineFunction("list", {
  signature: "IN(value: Any, list: List): Yes/No",
  about: { value: { comparedWith: 1 }, list: { comparedWith: 0 } },
  summary: "Whether a list has an item equal to the value.",
  details:
    "Items are compared as = does: whole values, ignoring case. A blank is in a list that has a blank item.",
  blanks: "accept",
  unifyArguments: unifyItemWithList,
  evaluateFor: ([type]) => {
    const family = type === undefined ? "text" : valueFamilyOf(type);
    return (value, list) => list.some((item) => equalValues(item, value, family));
  },
  examples: [
    ['IN("b", LIST("A", "B"))', true],
    ["IN(4, LIST(1, 2, 3))", false],
  ],
});
