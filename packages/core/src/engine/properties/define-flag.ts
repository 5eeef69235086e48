import type { Outcome } from "../../diagnostics/index.ts";
import { readYesNo } from "../../values/index.ts";
import { defineProperty, type PropertyDeclaration, type ReadWith, unreadable } from "./define-property.ts";

type FlagSchema = typeof SCHEMA;

/** A property that is said or not. What does not read as a Yes/No is an error, because it may decide over a write. */
export function defineFlag<N extends string, W extends ReadWith>(
  declared: Pick<PropertyDeclaration<N, FlagSchema, W, boolean>, "name" | "summary" | "leftOut" | "readWith">,
): PropertyDeclaration<N, FlagSchema, W, boolean> {
  return defineProperty({ ...declared, schema: SCHEMA, read: (value) => readFlag(declared.name, value) });
}

const SCHEMA = { type: ["boolean", "string", "number"] } as const;

function readFlag(name: string, value: unknown): Outcome<boolean> {
  if (value === undefined || value === null || value === "") return { output: false, diagnostics: [] };
  const output = typeof value === "boolean" ? value : readYesNo(String(value));
  if (output !== null) return { output, diagnostics: [] };
  return { output: undefined, diagnostics: [unreadable(name, value, "TRUE or FALSE")] };
}
