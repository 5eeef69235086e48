import { stat } from "node:fs/promises";
import { basename, extname } from "node:path";
import { openCsvFile } from "./open-csv-file.ts";
import { openJsonLinesFile } from "./open-json-lines-file.ts";
import { FileError, type ReadingOptions, type SourceFile } from "./source-file.ts";

/** What a file is opened with, by the ending of its name. */
const KINDS: Readonly<
  Record<string, (path: string, table: string, options: ReadingOptions) => Promise<SourceFile>>
> = {
  ".csv": openCsvFile,
  ".jsonl": openJsonLinesFile,
  ".xlsx": async (path, table, options) =>
    (await (await import("./open-workbook.ts")).openWorkbook(path, options)).sheet(table),
};

/** The endings that files of rows have. */
export const ENDINGS: readonly string[] = Object.keys(KINDS);

/** Looks through a file, so that what is wrong with it as a whole is said first. Of a workbook the sheet of the table's name is read, else the first. */
export async function openSourceFile(
  path: string,
  table: string,
  options: ReadingOptions = {},
): Promise<SourceFile> {
  const open = KINDS[extname(path).toLowerCase()];
  if (open === undefined)
    throw new FileError(path, undefined, `A file of rows ends in ${ENDINGS.join(", ")}.`);
  const stats = await stat(path).catch(() => undefined);
  if (stats === undefined) throw new FileError(path, undefined, "There is no such file.");
  if (stats.isDirectory()) throw new FileError(path, undefined, "It is a folder, and a file is expected.");
  return open(path, table, options);
}

/** A file, or a sheet of one, and the table that its rows are for. */
export interface TableFile {
  readonly table: string;
  readonly path: string;
  open(): Promise<SourceFile>;
}

/**
 * The tables in a file: one with the name of the file; in a workbook with several sheets one for each sheet.
 * Where `tables` are known, only sheets with their names count, and the file is for the table of its own name if there are none.
 */
export async function tablesInFiles(
  path: string,
  options: ReadingOptions,
  tables?: { has(name: string): boolean },
): Promise<readonly TableFile[]> {
  const table = basename(path, extname(path));
  const whole = [{ table, path, open: () => openSourceFile(path, table, options) }];
  if (extname(path).toLowerCase() !== ".xlsx" || options.sheet !== undefined) return whole;
  const { openWorkbook } = await import("./open-workbook.ts");
  const book = await openWorkbook(path, options).catch(() => undefined); // it is said when the file is opened
  const names = book?.names.filter((name) => tables?.has(name) ?? true) ?? [];
  if (book === undefined || book.names.length < 2 || names.length === 0) return whole;
  return names.map((name) => ({ table: name, path, open: async () => book.sheet(name) }));
}
