import type { Outcome } from "../../diagnostics/index.ts";
import { readYesNo } from "../../values/index.ts";
import { unreadable } from "./define-property.ts";

/** The value of a property that is said or not; what does not read as a Yes/No is an error. */
export function readFlag(name: string, value: unknown): Outcome<boolean> {
  if (value === undefined || value === null || value === "") return { output: false, diagnostics: [] };
  const output = typeof value === "boolean" ? value : readYesNo(String(value));
  if (output !== null) return { output, diagnostics: [] };
  return { output: undefined, diagnostics: [unreadable(name, value, "TRUE or FALSE")] };
}

/** What such a property is sent as. */
export const flagSchema = { type: ["boolean", "string", "number"] } as const;
