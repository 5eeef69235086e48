import { guardCell } from "./formula-guard.ts";

/**
 * Lines of a CSV file (RFC 4180) for people: a cell that a spreadsheet would take for a formula begins with an apostrophe.
 */
export function writeCsv(lines: readonly (readonly string[])[]): string {
  return lines.map((cells) => `${cells.map(writeCell).join(",")}\r\n`).join("");
}

function writeCell(text: string): string {
  const harmless = guardCell(text);
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
