import { CsvReader, headersOf, RowTooLarge, unguardCell } from "@tablewright/core";
import { type FileRows, UnreadableFile } from "./file-rows.ts";

/** The rows of a CSV file or an Excel workbook; of a workbook the sheet with the name of the table, else the first. */
export async function readFile(file: File, table: string): Promise<FileRows> {
  const ending = /\.[^.]*$/u.exec(file.name)?.[0].toLowerCase();
  const rows = await readRows(file, ending, table);
  if (rows.headers.length === 0 || rows.rows.length === 0) throw new UnreadableFile("fileWithoutRows");
  return { ...rows, name: file.name };
}

/** The reader of workbooks is loaded when it is needed. */
async function readRows(file: File, ending: string | undefined, table: string) {
  if (ending === ".csv") return readCsvFile(file);
  if (ending === ".xlsx") return (await import("./read-workbook.ts")).readWorkbookFile(file, table);
  throw new UnreadableFile("fileOfOtherKind", file.name);
}

/** Read as `tablewright import` reads it: apostrophes that guard formulas are taken off. */
async function readCsvFile(file: File): Promise<Omit<FileRows, "name">> {
  const [first, ...rows] = parse(decode(await file.arrayBuffer())).map((row) => ({
    ...row,
    cells: row.cells.map(unguardCell),
  }));
  if (first === undefined) return { headers: [], rows };
  if (first.problems !== undefined)
    throw new UnreadableFile("fileUnreadable", "A quote in the row that names columns does not match.");
  return { headers: headersOf(first), rows };
}

function parse(text: string) {
  const reader = new CsvReader();
  try {
    return [...reader.push(text), ...reader.end()];
  } catch (error) {
    if (!(error instanceof RowTooLarge)) throw error;
    throw new UnreadableFile("fileUnreadable", error.message);
  }
}

/** UTF-8, or UTF-16 with its mark. */
function decode(bytes: ArrayBuffer): string {
  const [first, second] = new Uint8Array(bytes, 0, Math.min(2, bytes.byteLength));
  const isWide = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  try {
    return new TextDecoder(isWide ? `utf-16${first === 0xff ? "le" : "be"}` : "utf-8", {
      fatal: true,
    }).decode(bytes);
  } catch {
    throw new UnreadableFile("fileNotUtf8");
  }
}
