import { defineListType } from "./define-list-type.ts";
import { textType } from "./text-types.ts";

/** Any number of the declared values. */
export const enumListType = defineListType(
  {
    name: "EnumList",
    summary: "Any number of a list of values.",
    options: ["values", "allowOtherValues", "itemType", "table", "separator"],
    filledBy: "caller",
  },
  textType,
);
