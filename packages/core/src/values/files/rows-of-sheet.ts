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
  return cell instanceof Date ? isoOf(cell) : (cell ?? "");
}

/** A workbook has no dates without a time, and times are those of its first day; neither has a zone. */
function isoOf(moment: Date): string {
  const iso = new Date(Math.round(moment.getTime() / 1_000) * 1_000).toISOString();
  const [day = "", time = ""] = iso.slice(0, "yyyy-mm-ddThh:mm:ss".length).split("T");
  if (FIRST_DAYS.includes(day)) return time;
  return time === "00:00:00" ? day : `${day}T${time}`;
}

const FIRST_DAYS = ["1899-12-30", "1899-12-31"];
