import { defineFlag } from "./define-property.ts";

/** Whether nothing is kept. What does not read as a Yes/No is an error, because it may decide over a write. */
export const dryRun = defineFlag({
  name: "DryRun",
  ofBatch: true,
  summary: "`true`: everything is checked and answered, and nothing is saved",
  leftOut: "changes are saved",
  readWith: "call",
});
