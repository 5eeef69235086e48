import type { Diagnostic, Outcome } from "@tablewright/core";
import type { JsonValue } from "@tablewright/core/expression";
import { overLimit } from "../answers/over-limit.ts";
import { describeJsonError } from "./describe-json-error.ts";
import { type JsonLimits, JsonScan } from "./json-scan.ts";
import { parseText } from "./parse-text.ts";

/**
 * The body as JSON in UTF-8, with or without a byte order mark. Refused is also what parsing alone would change in silence:
 * a member given twice, and a number that no double holds; and names that reach into prototypes.
 */
export function parseJson(bytes: Uint8Array, limits: JsonLimits): Outcome<JsonValue> {
  const scan = new JsonScan(bytes, limits);
  scan.advance();
  return passedLimit(scan, limits) ?? withoutErrors(parseText(bytes), scan);
}

/** The error of a body that has passed a limit, which is not to be parsed. */
export function passedLimit({ passed }: JsonScan, limits: JsonLimits): Outcome<never> | undefined {
  if (passed === undefined) return undefined;
  const diagnostic: Diagnostic = overLimit(passed, limits[passed]);
  return { output: undefined, diagnostics: [diagnostic] };
}

/** What was parsed, unless the text says what the value does not show. */
export function withoutErrors(parsed: Outcome<JsonValue>, { errors }: JsonScan): Outcome<JsonValue> {
  if (parsed.output === undefined || errors.length === 0) return parsed;
  return { output: undefined, diagnostics: errors.map(describeJsonError) };
}
