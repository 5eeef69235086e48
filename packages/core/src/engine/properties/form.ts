import { defineFlag } from "./define-property.ts";

/** Whether rows are answered with what a form does with their columns. */
export const form = defineFlag({
  name: "Form",
  summary:
    "`true`: rows also have `_Hidden` and `_ReadOnly`: the columns whose `showIf` or `editableIf` is not TRUE",
  leftOut: "they are not",
  readWith: "call",
});
