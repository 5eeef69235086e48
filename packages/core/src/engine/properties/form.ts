import { defineFlag } from "./define-property.ts";

/** Whether rows are answered with what a form does with their columns. */
export const form = defineFlag({
  name: "Form",
  summary:
    "`true`: rows are answered with `_Hidden` and `_ReadOnly`, the columns whose `showIf` or `editableIf` is not TRUE for them",
  leftOut: "they are not",
  readWith: "call",
});
