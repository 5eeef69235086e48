import type { Diagnostic } from "@tablewright/core";
import { writeDiagnostic } from "./write-problem.ts";

/** Where the warnings of an answer stand whose body has no room for them. */
export const WARNINGS_HEADER = "tablewright-warnings";

/**
 * The warnings as a JSON list in ASCII: as many of the first as there is room for, then one that says how many more there are.
 * A header of a few kilobytes passes through every proxy.
 */
export function warningsHeader(warnings: readonly Diagnostic[]): string {
  const written: string[] = [];
  let length = 0;
  for (const warning of warnings) {
    const text = inAscii(JSON.stringify(writeDiagnostic(warning)));
    length += text.length + 1;
    if (length > LONGEST - REST) break;
    written.push(text);
  }
  const more = warnings.length - written.length;
  if (more > 0) written.push(JSON.stringify({ code: "limit/warnings", message: moreOf(more) }));
  return `[${written.join(",")}]`;
}

function moreOf(more: number): string {
  return `There ${more === 1 ? "is 1 more warning" : `are ${more} more warnings`}.`;
}

/** Bytes of the whole value. */
const LONGEST = 2_048;

/** What the brackets and the last entry take. */
const REST = 100;

function inAscii(json: string): string {
  return json.replace(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
