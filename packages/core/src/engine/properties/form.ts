import { defineProperty } from "./define-property.ts";
import { flagSchema, readFlag } from "./read-flag.ts";

/** Whether rows are answered with what a form does with their columns. */
export const form = defineProperty({
  name: "Form",
  summary:
    "`true`: rows are answered with `_Hidden` and `_ReadOnly`, the columns whose `showIf` or `editableIf` is not TRUE for them",
  leftOut: "they are not",
  schema: flagSchema,
  readWith: "call",
  read: (value) => readFlag("Form", value),
});
