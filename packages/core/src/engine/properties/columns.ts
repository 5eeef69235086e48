import { defineProperty, unreadableProperty } from "./define-property.ts";

/** The names of the columns that a Find answers with; undefined for all. */
export const columns = defineProperty({
  name: "Columns",
  summary: "a list of the columns that a Find computes and answers",
  leftOut: "all columns",
  schema: { type: "array", items: { type: "string" } },
  readWith: "Find",
  read: (value) => {
    if (value === undefined || value === null || value === "") return { output: undefined, diagnostics: [] };
    const names: readonly unknown[] = Array.isArray(value) ? value : [value];
    if (names.length > 0 && names.every((name) => typeof name === "string"))
      return { output: names, diagnostics: [] };
    return {
      output: undefined,
      diagnostics: [unreadableProperty("Columns", value, "a list of names of columns")],
    };
  },
});
