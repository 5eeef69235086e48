import { stat } from "node:fs/promises";
import { extname } from "node:path";
import { openCsvFile } from "./csv/open-csv-file.ts";
import { openJsonLinesFile } from "./open-json-lines-file.ts";
import { FileError, type SourceFile } from "./source-file.ts";

/** What a file is opened with, by the ending of its name. */
const KINDS: Readonly<Record<string, (path: string, sheet: string) => Promise<SourceFile>>> = {
  ".csv": openCsvFile,
  ".jsonl": openJsonLinesFile,
  ".xlsx": async (path, sheet) => (await import("./open-xlsx-file.ts")).openXlsxFile(path, sheet),
};

/** The endings that files of rows have. */
export const ENDINGS: readonly string[] = Object.keys(KINDS);

/** Looks through a file, so that what is wrong with it as a whole is said first. `sheet` is the one of a workbook that is read, if it has it. */
export async function openSourceFile(path: string, sheet: string): Promise<SourceFile> {
  const open = KINDS[extname(path).toLowerCase()];
  if (open === undefined)
    throw new FileError(path, undefined, `A file of rows ends in ${ENDINGS.join(", ")}.`);
  const stats = await stat(path).catch(() => undefined);
  if (stats === undefined) throw new FileError(path, undefined, "There is no such file.");
  if (stats.isDirectory()) throw new FileError(path, undefined, "It is a folder, and a file is expected.");
  return open(path, sheet);
}
