import type { CsvRow } from "./tables.ts";

/** Texts that may look like numbers or dates. */
const TEXTS = /^(Name|Phone|Customer|Customer ID|Postal Code|Reference|Notes?)$/;

/** Numbers as numbers, dates as DD/MM/YYYY, everything else as it is written. */
export function typedCells(row: CsvRow): Record<string, string | number> {
  return Object.fromEntries(
    Object.entries(row).map(([column, text]) => [column, TEXTS.test(column) ? text : typedCell(text)]),
  );
}

function typedCell(text: string): string | number {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? [];
  if (year !== undefined) return `${day}/${month}/${year}`;
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
}
