import { guardCell } from "./formula-guard.ts";

/**
 * Lines of a CSV file (RFC 4180). With `guards`, as people open it, a cell that a spreadsheet would take for a formula begins with
 * an apostrophe.
 */
export function writeCsv(
  lines: readonly (readonly string[])[],
  { guards = true, lineEnd = "\r\n" }: { readonly guards?: boolean; readonly lineEnd?: string } = {},
): string {
  const write = (cell: string) => quoted(guards ? guardCell(cell) : cell);
  return lines.map((cells) => `${cells.map(write).join(",")}${lineEnd}`).join("");
}

function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
