import type { Diagnostic } from "./diagnostic.ts";

/** The diagnostic with the line of `source` it stands on and carets under the part that is meant. */
export function printExcerpt(source: string, diagnostic: Diagnostic): string {
  const heading = `${diagnostic.severity}: ${diagnostic.message} (${diagnostic.code})`;
  const hint = diagnostic.hint === undefined ? [] : [`hint: ${diagnostic.hint}`];
  if (diagnostic.start === undefined) return [heading, ...hint].join("\n");
  const start = Math.min(diagnostic.start, source.length);
  const lineStart = source.lastIndexOf("\n", start - 1) + 1;
  const nextBreak = source.indexOf("\n", start);
  const lineEnd = nextBreak === -1 ? source.length : nextBreak;
  const end = Math.min(diagnostic.end ?? start + 1, lineEnd);
  const before = source.slice(lineStart, start).replace(/[^\t]/gu, " ");
  const carets = "^".repeat(Math.max(1, [...source.slice(start, end)].length));
  return [heading, `  ${source.slice(lineStart, lineEnd)}`, `  ${before}${carets}`, ...hint].join("\n");
}
