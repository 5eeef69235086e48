import type { TextEdit } from "@tablewright/core/definition";

/** The text with the edits made, which do not overlap. */
export function withEdits(text: string, edits: readonly TextEdit[]): string {
  const pieces: string[] = [];
  let at = 0;
  for (const { start, end, text: by } of edits.toSorted((a, b) => a.start - b.start)) {
    pieces.push(text.slice(at, start), by);
    at = end;
  }
  pieces.push(text.slice(at));
  return pieces.join("");
}
