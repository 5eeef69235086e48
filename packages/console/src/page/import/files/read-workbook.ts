import { rowsOfSheet, type SheetCell } from "@tablewright/core";
import { type Unzipped, unzipSync, zipSync } from "fflate";
import readSheets from "read-excel-file/universal";
import { type FileRows, UnreadableFile } from "./file-rows.ts";

/** A sheet of an Excel workbook: the one with this name, else the first. */
export async function readWorkbook(file: File, sheet: string): Promise<Omit<FileRows, "name">> {
  const stored = unpacked(new Uint8Array(await file.arrayBuffer()));
  const sheets = await readSheets(stored, { trim: false }).catch((error: Error) => {
    throw new UnreadableFile("fileUnreadable", error.message);
  });
  const { data = [] } = sheets.find((one) => one.sheet === sheet) ?? sheets[0] ?? {};
  return rowsOfSheet(data as readonly (readonly SheetCell[])[]);
}

/**
 * The same archive with its parts as they are: of large parts that are packed the reader would make workers out of text, which
 * the policy of the page refuses.
 */
function unpacked(bytes: Uint8Array): ArrayBuffer {
  let parts: Unzipped;
  try {
    parts = unzipSync(bytes, { filter: ({ name }) => /\.xml(\.rels)?$/u.test(name) });
  } catch (error) {
    throw new UnreadableFile("fileUnreadable", (error as Error).message);
  }
  return zipSync(parts, { level: 0 }).buffer as ArrayBuffer;
}
