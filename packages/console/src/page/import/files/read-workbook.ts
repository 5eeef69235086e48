import { admitWorkbookFile, readWorkbook, tableOfSheet } from "@tablewright/core";
import { strFromU8, unzipSync } from "fflate";
import { type FileRows, UnreadableFile } from "./file-rows.ts";

/** A sheet of an Excel workbook: the one with this name, else the first. */
export async function readWorkbookFile(file: File, name: string): Promise<Omit<FileRows, "name">> {
  try {
    admitWorkbookFile(file.size);
    const sheets = readWorkbook(new Uint8Array(await file.arrayBuffer()), { unzipSync, strFromU8 });
    return tableOfSheet((sheets.find((sheet) => sheet.name === name) ?? sheets[0])?.rows ?? []);
  } catch (error) {
    throw new UnreadableFile("fileUnreadable", (error as Error).message);
  }
}
