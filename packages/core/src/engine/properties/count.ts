import { readYesNo } from "../../values/index.ts";
import { defineProperty, unreadable } from "./define-property.ts";

/** Whether a Find tells how many rows there are in all, beside those of its part. */
export const count = defineProperty({
  name: "Count",
  summary: "`true`: a Find answers with the number of all rows that match, beside the part it answers with",
  leftOut: "they are not counted",
  schema: { type: ["boolean", "string", "number"] },
  readWith: "Find",
  read: (value) => {
    if (value === undefined || value === null || value === "") return { output: false, diagnostics: [] };
    const output = typeof value === "boolean" ? value : readYesNo(String(value));
    if (output !== null) return { output, diagnostics: [] };
    return { output: undefined, diagnostics: [unreadable("Count", value, "TRUE or FALSE")] };
  },
});
