import { createHash } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import {
  admitWorkbookFile,
  fitRow,
  readWorkbook,
  type Sheet,
  tableOfSheet,
  WorkbookTooLarge,
} from "@tablewright/core";
import { strFromU8, unzipSync } from "fflate";
import { FileError, type ReadingOptions, type SourceFile, type SourceRow } from "./source-file.ts";

/** An Excel workbook, which is held in memory. */
interface Workbook {
  /** The names of its sheets with filled cells. */
  readonly names: readonly string[];
  /** The sheet that the options name, else the one of this name, else the first. */
  sheet(name: string): SourceFile;
}

export async function openWorkbook(
  path: string,
  { sheet: chosen, headerRow }: ReadingOptions = {},
): Promise<Workbook> {
  const { bytes, sheets } = await read(path).catch((error: Error) => {
    if (error instanceof WorkbookTooLarge) throw new FileError(path, undefined, error.message);
    const reason = `It cannot be read as an Excel workbook: ${error.message.replace(/\.$/u, "")}.`;
    throw new FileError(path, undefined, `${reason} Save it as an Excel workbook (.xlsx) or as "CSV UTF-8".`);
  });
  const names = sheets.map(({ name }) => name);
  if (chosen !== undefined && !names.includes(chosen))
    throw new FileError(
      path,
      undefined,
      `It has no sheet "${chosen}" with filled cells; it has ${names.map((name) => `"${name}"`).join(", ") || "none"}.`,
    );
  const fingerprint = createHash("sha256").update(bytes).digest("hex");
  return {
    names,
    sheet: (name) => {
      const one = sheets.find((sheet) => sheet.name === (chosen ?? name)) ?? sheets[0];
      const { headers, rows } = tableOfSheet(one?.rows ?? [], headerRow);
      const count = rows.length;
      return {
        path,
        headers,
        count,
        fingerprint,
        cells: "text",
        rows: () => inBatches(rows, headers.length),
      };
    },
  };
}

async function read(path: string): Promise<{ bytes: Uint8Array; sheets: readonly Sheet[] }> {
  admitWorkbookFile((await stat(path)).size);
  const bytes = await readFile(path);
  return { bytes, sheets: readWorkbook(bytes, { unzipSync, strFromU8 }) };
}

/** Filled up a part at a time: a sheet may have few cells in many rows. */
async function* inBatches(rows: Sheet["rows"], width: number): AsyncGenerator<readonly SourceRow[]> {
  for (let from = 0; from < rows.length; from += BATCH)
    yield rows.slice(from, from + BATCH).map((row) => fitRow(row, width));
}

const BATCH = 500;
