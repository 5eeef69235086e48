import { admitWorkbookFile, rowsOfSheet, type SheetCell, unpackWorkbook } from "@tablewright/core";
import { strFromU8, unzipSync, zipSync } from "fflate";
import readSheets from "read-excel-file/universal";
import { type FileRows, UnreadableFile } from "./file-rows.ts";

/** A sheet of an Excel workbook: the one with this name, else the first. */
export async function readWorkbook(file: File, sheet: string): Promise<Omit<FileRows, "name">> {
  const sheets = await readAll(file).catch((error: Error) => {
    throw new UnreadableFile("fileUnreadable", error.message);
  });
  const { data = [] } = sheets.find((one) => one.sheet === sheet) ?? sheets[0] ?? {};
  return rowsOfSheet(data as readonly (readonly SheetCell[])[]);
}

/** Of large parts that are compressed the reader would make workers out of text, which the policy of the page refuses. */
async function readAll(file: File) {
  admitWorkbookFile(file.size);
  const bytes = new Uint8Array(await file.arrayBuffer());
  return readSheets(unpackWorkbook(bytes, { unzipSync, strFromU8, zipSync }), { trim: false });
}
