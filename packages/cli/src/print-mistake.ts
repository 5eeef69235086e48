import { type Diagnostic, printExcerpt } from "@tablewright/core";

/** `file:line:column: error: message (code)`, then the line of the file it is about, and a hint. */
export function printMistake(file: string, text: string, diagnostic: Diagnostic): string {
  const { line, character } = diagnostic;
  const place = [file, line, line === undefined ? undefined : character].filter((part) => part !== undefined);
  return `${place.join(":")}: ${printExcerpt(text, diagnostic)}`;
}
