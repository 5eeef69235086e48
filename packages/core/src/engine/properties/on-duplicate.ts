import { defineTextProperty } from "./define-property.ts";

/** Whether an Add edits the rows whose keys exist, instead of refusing them. */
export const onDuplicate = defineTextProperty({
  name: "OnDuplicate",
  summary: "`update`: an Add edits the row if its key exists; the access key also needs `Edit`",
  leftOut: "such an Add is refused",
  schema: { enum: ["update"] },
  only: "Add",
  expected: '"update"',
  otherwise: () => "",
  readText: (word) => (word === "update" ? true : word === "" ? false : null),
});
