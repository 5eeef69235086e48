import { defineOptional } from "./define-property.ts";

/** The end of the part that was read before: what an answer gave as `After`. */
export const after = defineOptional({
  name: "After",
  summary: "the `After` of the previous answer: a Find continues there",
  leftOut: "from the first row",
  schema: { type: "string" },
  readWith: "Find",
  expected: "what an answer gave as After",
  readSent: (value) => (typeof value === "string" ? value : undefined),
});
