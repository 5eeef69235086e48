import { defineProperty, unreadableProperty } from "./define-property.ts";

/** The end of the part that was read before: what an answer gave as `After`. */
export const after = defineProperty({
  name: "After",
  summary: "the `After` of the previous answer: a Find continues there",
  leftOut: "from the first row",
  schema: { type: "string" },
  readWith: "Find",
  read: (value) => {
    if (value === undefined || value === null || value === "") return { output: undefined, diagnostics: [] };
    if (typeof value === "string") return { output: value, diagnostics: [] };
    return {
      output: undefined,
      diagnostics: [unreadableProperty("After", value, "what an answer gave as After")],
    };
  },
});
