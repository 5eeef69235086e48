import { defineProperty } from "./define-property.ts";
import { flagSchema, readFlag } from "./read-flag.ts";

/** Whether a Find tells how many rows there are in all, beside those of its part. */
export const count = defineProperty({
  name: "Count",
  summary: "`true`: a Find answers with the number of all rows that match, beside the part it answers with",
  leftOut: "they are not counted",
  schema: flagSchema,
  readWith: "Find",
  read: (value) => readFlag("Count", value),
});
