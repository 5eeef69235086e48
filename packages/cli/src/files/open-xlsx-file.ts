import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { rowsOfSheet, type SheetCell } from "@tablewright/core";
import readWorkbook from "read-excel-file/node";
import { FileError, type SourceFile, type SourceRow } from "./source-file.ts";

/** A sheet of an Excel workbook, the one of a name or else the first; its first row names columns. It is held in memory. */
export async function openXlsxFile(path: string, sheet: string): Promise<SourceFile> {
  const bytes = await readFile(path);
  const sheets = await readWorkbook(bytes, { trim: false }).catch((error: Error) => {
    throw new FileError(path, undefined, `It cannot be read as an Excel workbook: ${error.message}`);
  });
  const { data = [] } = sheets.find((one) => one.sheet === sheet) ?? sheets[0] ?? {};
  const { headers, rows } = rowsOfSheet(data as readonly (readonly SheetCell[])[]);
  return {
    path,
    headers,
    count: rows.length,
    fingerprint: createHash("sha256").update(bytes).digest("hex"),
    rows: () => inBatches(rows),
  };
}

async function* inBatches(rows: readonly SourceRow[]): AsyncGenerator<readonly SourceRow[]> {
  for (let from = 0; from < rows.length; from += BATCH) yield rows.slice(from, from + BATCH);
}

const BATCH = 500;
