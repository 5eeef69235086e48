import { defineTextProperty } from "./define-property.ts";

/** Whether texts that are sent to columns of any JSON are strings, or the JSON that they are the text of. */
export const cells = defineTextProperty({
  name: "Cells",
  summary: "`text`: a text in a `Json` cell is parsed as JSON, as in a file; `typed`: it is a string",
  leftOut: "`typed` on the wire `typed`, else `text`",
  schema: { enum: ["text", "typed"] },
  expected: '"text" or "typed"',
  otherwise: () => "",
  readText: (word) => (word === "text" || word === "typed" ? word : word === "" ? "of the wire" : null),
});
