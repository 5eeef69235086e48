import { defineFlag } from "./define-property.ts";

/** Whether a Find tells how many rows there are in all, besides those of its part. */
export const countProperty = defineFlag({
  name: "Count",
  summary: "`true`: a Find also answers the number of all matching rows",
  leftOut: "they are not counted",
  readWith: "Find",
});
