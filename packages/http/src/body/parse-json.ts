import { type Diagnostic, diagnose, type Outcome } from "@tablewright/core";
import type { JsonValue } from "@tablewright/core/expression";
import { overLimit } from "../answers/over-limit.ts";
import { type JsonError, type JsonLimits, JsonScan } from "./json-scan.ts";
import { parseText } from "./parse-text.ts";

/**
 * The body as JSON in UTF-8, with or without a byte order mark. It also refuses what parsing would silently change:
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

/** An error of the body's text in words, with the row and the column it is in. */
function describeJsonError({ kind, text, path }: JsonError): Diagnostic {
  const name = shortened(text);
  switch (kind) {
    case "unsafe":
      return diagnose("request/unsafe-member", { name }, placeOf(path));
    case "number": {
      const place = placeOf(path);
      const where = place.column === undefined ? { where: whereIs(path) } : {};
      return diagnose("limit/number", { text: name, ...where }, place);
    }
    case "duplicate": {
      const isCell = path.length === ROW_DEPTH && placeOf(path).row !== undefined;
      return isCell
        ? diagnose("column/twice", { name }, { ...placeOf(path), column: name })
        : diagnose("request/duplicate-member", { name, where: whereIs(path) }, placeOf(path));
    }
  }
}

/** The path of a row is `Rows`, in any case, and its position. */
const ROW_DEPTH = 2;

function placeOf([member, position, column]: JsonError["path"]): Pick<Diagnostic, "row" | "column"> {
  if (String(member).toLowerCase() !== "rows" || typeof position !== "number") return {};
  return { row: position + 1, ...(column === undefined ? {} : { column: shortened(String(column)) }) };
}

/** As JavaScript writes it: `Rows[3].Photo`, `Properties["first name"]`. */
function whereIs(path: JsonError["path"]): string {
  if (path.length === 0) return "the body";
  const parts = path.map((part) => {
    if (typeof part === "number") return `[${part}]`;
    return /^[\p{L}_][\p{L}\p{N}_]*$/u.test(part) ? `.${shortened(part)}` : `["${shortened(part)}"]`;
  });
  return parts.join("").replace(/^\./u, "");
}

function shortened(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

/** More of a name or a number is not repeated. */
const LONGEST = 100;
