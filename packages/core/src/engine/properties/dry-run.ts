import { defineProperty } from "./define-property.ts";
import { flagSchema, readFlag } from "./read-flag.ts";

/** Whether nothing is kept. What does not read as a Yes/No is an error, because it may decide over a write. */
export const dryRun = defineProperty({
  name: "DryRun",
  summary: "`true`: everything is done and answered, and nothing is kept",
  leftOut: "it is kept",
  schema: flagSchema,
  readWith: "call",
  read: (value) => readFlag("DryRun", value),
});
