import { defineListType } from "./define-list-type.ts";
import { textType } from "./text-types.ts";

/** A computed list, such as the rows that point at a row. */
export const listType = defineListType(
  {
    name: "List",
    summary: "A list that a formula computes.",
    options: ["itemType", "table"],
    filledBy: "formula",
  },
  textType,
);
