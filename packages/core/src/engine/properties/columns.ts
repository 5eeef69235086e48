import { defineOptional } from "./define-property.ts";

/** The names of the columns that a Find answers with; undefined for all. */
export const columns = defineOptional({
  name: "Columns",
  summary: "a list of the columns that a Find computes and answers",
  leftOut: "all columns",
  schema: { type: "array", items: { type: "string" } },
  readWith: "Find",
  expected: "a list of names of columns",
  readSent: (value) => {
    const names: readonly unknown[] = Array.isArray(value) ? value : [value];
    return areNames(names) ? names : undefined;
  },
});

/** Whether these are names of columns, and some. */
export function areNames(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.length > 0 && value.every((name) => typeof name === "string");
}
