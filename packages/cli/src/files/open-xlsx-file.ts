import { createHash } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import {
  admitWorkbookFile,
  rowsOfSheet,
  type SheetCell,
  unpackWorkbook,
  WorkbookTooLarge,
} from "@tablewright/core";
import * as zip from "fflate";
import readSheets from "read-excel-file/universal";
import { FileError, type SourceFile, type SourceRow } from "./source-file.ts";

/** A sheet of an Excel workbook, the one of a name or else the first; its first row names columns. It is held in memory. */
export async function openXlsxFile(path: string, sheet: string): Promise<SourceFile> {
  const { bytes, sheets } = await read(path).catch((error: Error) => {
    const reason = error instanceof WorkbookTooLarge ? "" : "It cannot be read as an Excel workbook: ";
    throw new FileError(path, undefined, `${reason}${error.message}`);
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

async function read(path: string) {
  admitWorkbookFile((await stat(path)).size);
  const bytes = await readFile(path);
  return { bytes, sheets: await readSheets(unpackWorkbook(bytes, zip), { trim: false }) };
}

async function* inBatches(rows: readonly SourceRow[]): AsyncGenerator<readonly SourceRow[]> {
  for (let from = 0; from < rows.length; from += BATCH) yield rows.slice(from, from + BATCH);
}

const BATCH = 500;
