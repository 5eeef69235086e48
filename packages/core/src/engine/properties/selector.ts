import { defineProperty, unreadableProperty } from "./define-property.ts";

/** The expression that names the rows of a Find, undefined where none does or it is blank. */
export const selector = defineProperty({
  name: "Selector",
  summary: "an expression that names the rows of a Find",
  leftOut: "`Rows`, or all rows",
  schema: { type: "string" },
  readWith: "Find",
  read: (value) => {
    const sent = value ?? "";
    if (typeof sent === "string") return { output: sent.trim() === "" ? undefined : sent, diagnostics: [] };
    return { output: undefined, diagnostics: [unreadableProperty("Selector", sent, "an expression")] };
  },
});
