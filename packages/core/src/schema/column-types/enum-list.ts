import { defineListType } from "./define-list-type.ts";
import { text } from "./text-types.ts";

/** Any number of the declared values. */
export const enumList = defineListType(
  {
    name: "EnumList",
    summary: "Any number of a list of values.",
    options: ["values", "allowOtherValues", "itemType", "table", "separator"],
    filledBy: "caller",
  },
  text,
);
