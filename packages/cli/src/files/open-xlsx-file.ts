import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { JsonValue } from "@tablewright/core/expression";
import readWorkbook from "read-excel-file/node";
import { FileError, type SourceFile, type SourceRow } from "./source-file.ts";

/** A sheet of an Excel workbook, the one of a name or else the first; its first row names columns. It is held in memory. */
export async function openXlsxFile(path: string, sheet: string): Promise<SourceFile> {
  const bytes = await readFile(path);
  const sheets = await readWorkbook(bytes, { trim: false }).catch((error: Error) => {
    throw new FileError(path, undefined, `It cannot be read as an Excel workbook: ${error.message}`);
  });
  const { data = [] } = sheets.find((one) => one.sheet === sheet) ?? sheets[0] ?? {};
  const [first = [], ...others] = data as readonly (readonly Cell[])[];
  const headers = withoutBlankEnd(first).map((cell) => String(jsonOf(cell)));
  const rows = others.flatMap((cells, at) => {
    if (cells.every((cell) => cell === null)) return [];
    const filled = withoutBlankEnd(cells);
    const width = Math.max(filled.length, headers.length);
    return { line: at + 2, cells: Array.from({ length: width }, (_, cell) => jsonOf(filled[cell] ?? null)) };
  });
  return {
    path,
    headers,
    count: rows.length,
    fingerprint: createHash("sha256").update(bytes).digest("hex"),
    rows: () => inBatches(rows),
  };
}

type Cell = string | number | boolean | Date | null;

/** A sheet is as wide as its widest row. */
function withoutBlankEnd(cells: readonly Cell[]): readonly Cell[] {
  return cells.slice(0, cells.findLastIndex((cell) => cell !== null) + 1);
}

async function* inBatches(rows: readonly SourceRow[]): AsyncGenerator<readonly SourceRow[]> {
  for (let from = 0; from < rows.length; from += BATCH) yield rows.slice(from, from + BATCH);
}

const BATCH = 500;

function jsonOf(cell: Cell): JsonValue {
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
