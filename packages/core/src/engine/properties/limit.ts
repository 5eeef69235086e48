import { defineProperty, unreadableProperty } from "./define-property.ts";

/** At most so many rows of a Find; undefined where all are asked for. */
export const limit = defineProperty({
  name: "Limit",
  summary: "the most rows that a Find answers; if rows are left, the answer has an `After`",
  leftOut: "all rows",
  schema: { type: ["number", "string"], minimum: 0 },
  readWith: "Find",
  read: (value) => {
    if (value === undefined || value === null || value === "") return { output: undefined, diagnostics: [] };
    const output = typeof value === "string" && /^\s*\d{1,16}\s*$/.test(value) ? Number(value) : value;
    if (typeof output === "number" && Number.isSafeInteger(output) && output >= 0)
      return { output, diagnostics: [] };
    return {
      output: undefined,
      diagnostics: [unreadableProperty("Limit", value, "a whole number from 0 on")],
    };
  },
});
