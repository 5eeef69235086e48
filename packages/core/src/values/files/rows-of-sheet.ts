import type { JsonValue } from "../value.ts";

/** A cell as readers of Excel workbooks answer it; a date is that of UTC. */
export type SheetCell = string | number | boolean | Date | null;

/** A sheet as rows: its first row names columns, the others have a cell for each of them and their place in the sheet, from 1. */
export function rowsOfSheet(data: readonly (readonly SheetCell[])[]): {
  readonly headers: readonly string[];
  readonly rows: readonly { readonly line: number; readonly cells: readonly JsonValue[] }[];
} {
  const [first = [], ...others] = data;
  const headers = withoutBlankEnd(first).map((cell) => String(jsonOf(cell)));
  const rows = others.flatMap((cells, at) => {
    if (cells.every((cell) => cell === null)) return [];
    const filled = withoutBlankEnd(cells);
    const width = Math.max(filled.length, headers.length);
    return { line: at + 2, cells: Array.from({ length: width }, (_, cell) => jsonOf(filled[cell] ?? null)) };
  });
  return { headers, rows };
}

/** A sheet is as wide as its widest row. */
function withoutBlankEnd(cells: readonly SheetCell[]): readonly SheetCell[] {
  return cells.slice(0, cells.findLastIndex((cell) => cell !== null) + 1);
}

function jsonOf(cell: SheetCell): JsonValue {
  if (typeof cell === "number") return asShown(cell);
  return cell instanceof Date ? isoOf(cell) : (cell ?? "");
}

/** Spreadsheets compute with binary fractions and show 15 digits of them, so that 0.1 + 0.2 is 0.3 to people. */
function asShown(number: number): number {
  return Number.isInteger(number) ? number : Number(number.toPrecision(15));
}

/** A workbook has no dates without a time, and neither has a zone; times and spans count from its first moment. */
function isoOf(moment: Date): string {
  const seconds = Math.round(moment.getTime() / 1_000);
  if (seconds < FIRST_DATE) return spanOf(seconds - FIRST_MOMENT);
  const iso = new Date(seconds * 1_000).toISOString();
  const [day = "", time = ""] = iso.slice(0, "yyyy-mm-ddThh:mm:ss".length).split("T");
  return time === "00:00:00" ? day : `${day}T${time}`;
}

/** `HH:MM:SS`, which is a time of day where it is shorter than one. */
function spanOf(seconds: number): string {
  const parts = [
    Math.floor(Math.abs(seconds) / 3_600),
    Math.floor(Math.abs(seconds) / 60) % 60,
    Math.abs(seconds) % 60,
  ];
  return (seconds < 0 ? "-" : "") + parts.map((part) => String(part).padStart(2, "0")).join(":");
}

const FIRST_MOMENT = Date.UTC(1899, 11, 30) / 1_000;

/** Before it workbooks count a day that did not exist, so that dates cannot be told from spans of up to 1,463 hours. */
const FIRST_DATE = Date.UTC(1900, 2, 1) / 1_000;
