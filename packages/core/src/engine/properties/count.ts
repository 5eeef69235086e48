import { defineFlag } from "./define-property.ts";

/** Whether a Find tells how many rows there are in all, besides those of its part. */
export const countProperty = defineFlag({
  name: "Count",
  summary: "`true`: a Find answers with the number of all rows that match, beside the part it answers with",
  leftOut: "they are not counted",
  readWith: "Find",
});
