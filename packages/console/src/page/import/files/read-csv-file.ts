import { CSV_FORM, findDelimiter, firstLineOf, unguardCell } from "@tablewright/core";
import { CsvError, parse } from "csv-parse/browser/esm/sync";
import { type FileRows, UnreadableFile } from "./file-rows.ts";

/** A CSV file in UTF-8, read as `tablewright import` reads it: apostrophes that guard formulas are taken off. */
export async function readCsvFile(file: File): Promise<Omit<FileRows, "name">> {
  const text = decode(await file.arrayBuffer());
  const [first, ...others] = parseRows(text);
  return { headers: first?.cells ?? [], rows: others };
}

function decode(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new UnreadableFile("fileNotUtf8");
  }
}

function parseRows(text: string) {
  const options = { ...CSV_FORM, delimiter: findDelimiter(text.slice(0, BEGINNING)), info: true };
  try {
    const parsed = parse(text, options) as unknown as readonly ParsedRecord[];
    return parsed.map(({ record, info }) => ({
      line: firstLineOf(record, info.lines),
      cells: record.map(unguardCell),
    }));
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new UnreadableFile("fileUnreadable", error.message);
  }
}

/** Characters that are looked at for what separates cells. */
const BEGINNING = 262_144;

interface ParsedRecord {
  readonly record: readonly string[];
  /** `lines`: of the file, up to and including the record. */
  readonly info: { readonly lines: number };
}
