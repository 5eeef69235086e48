import { type FileRows, UnreadableFile } from "./file-rows.ts";

/** The rows of a CSV file or an Excel workbook; of a workbook the sheet with the name of the table, else the first. */
export async function readFile(file: File, table: string): Promise<FileRows> {
  const ending = /\.[^.]*$/u.exec(file.name)?.[0].toLowerCase();
  const rows = await readRows(file, ending, table);
  if (rows.headers.length === 0 || rows.rows.length === 0) throw new UnreadableFile("fileWithoutRows");
  return { ...rows, name: file.name };
}

/** A reader is loaded when it is needed. */
async function readRows(file: File, ending: string | undefined, table: string) {
  if (ending === ".csv") return (await import("./read-csv-file.ts")).readCsvFile(file);
  if (ending === ".xlsx") return (await import("./read-workbook.ts")).readWorkbook(file, table);
  throw new UnreadableFile("fileOfOtherKind", file.name);
}
