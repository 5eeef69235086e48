import { readYesNo } from "../../values/index.ts";
import { defineProperty, unreadable } from "./define-property.ts";

/** Whether nothing is kept. What does not read as a Yes/No is an error, because it may decide over a write. */
export const dryRun = defineProperty({
  name: "DryRun",
  summary: "`true`: everything is done and answered, and nothing is kept",
  leftOut: "it is kept",
  schema: { type: ["boolean", "string", "number"] },
  readWith: "call",
  read: (value) => {
    if (value === undefined || value === null || value === "") return { output: false, diagnostics: [] };
    const output = typeof value === "boolean" ? value : readYesNo(String(value));
    if (output !== null) return { output, diagnostics: [] };
    return { output: undefined, diagnostics: [unreadable("DryRun", value, "TRUE or FALSE")] };
  },
});
