import type { NeededProperties } from "./needed-properties.ts";
import { type Result, rejected } from "./result.ts";

/** The result, unless the call needed a property that could not be read: then that is its error. */
export function unlessNeeded(
  { needed: { errors } }: { readonly needed: NeededProperties },
  result: Result,
): Result {
  if (errors.length === 0) return result;
  return rejected(result.ok ? errors : [...new Set([...errors, ...result.diagnostics])]);
}
