import { type Diagnostic, diagnose } from "@tablewright/core";
import type { JsonError } from "./json-scan.ts";

/** An error of the body's text in words, with the row and the column it is in. */
export function describeJsonError({ kind, text, path }: JsonError): Diagnostic {
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
