import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { TextDecoder } from "node:util";
import { CsvReader, type FileRow, fitRow, headersOf, RowTooLarge } from "@tablewright/core";
import { FileError, type ReadingOptions, type SourceFile } from "./source-file.ts";

/** A CSV file; looks through it, so that what is wrong with it as a whole is said before any of it is used. */
export async function openCsvFile(
  path: string,
  _table: string,
  options: ReadingOptions = {},
): Promise<SourceFile> {
  const hash = createHash("sha256");
  let headers: readonly string[] | undefined;
  let count = 0;
  for await (const rows of readCsv(path, options, (bytes) => hash.update(bytes)))
    for (const row of rows)
      if (headers !== undefined) count++;
      else if (row.problems === undefined) headers = headersOf(row);
      else throw new FileError(path, row.line, "A quote in the row that names columns does not match.");
  const width = headers?.length ?? 0;
  return {
    path,
    headers: headers ?? [],
    count,
    cells: "text",
    fingerprint: hash.digest("hex"),
    rows: () => bodyOf(readCsv(path, options), width),
  };
}

/** Without the row of headers. */
async function* bodyOf(
  batches: AsyncIterable<readonly FileRow<string>[]>,
  width: number,
): AsyncGenerator<readonly FileRow<string>[]> {
  let isFirst = true;
  for await (const batch of batches) {
    // A part of the text may be many short rows, each of which is filled up.
    for (let from = isFirst ? 1 : 0; from < batch.length; from += BATCH)
      yield batch.slice(from, from + BATCH).map((row) => fitRow(row, width));
    isFirst = false;
  }
}

const BATCH = 500;

/** The rows of a CSV file, some at a time, the one that names columns first. */
export async function* readCsv(
  path: string,
  { encoding, headerRow }: ReadingOptions = {},
  watch?: (bytes: Buffer) => unknown,
): AsyncGenerator<readonly FileRow<string>[]> {
  const reader = new CsvReader(headerRow);
  let decoder: TextDecoder | undefined;
  const decode = (bytes?: Buffer) => {
    try {
      return decoder?.decode(bytes, { stream: bytes !== undefined }) ?? "";
    } catch {
      throw new FileError(path, undefined, `It is not ${nameOf(decoder)}. ${OTHER_ENCODING}`);
    }
  };
  const admitted = <T>(read: () => T): T => {
    try {
      return read();
    } catch (error) {
      throw error instanceof RowTooLarge ? new FileError(path, error.line, error.message) : error;
    }
  };
  for await (const bytes of createReadStream(path, { highWaterMark: CHUNK }) as AsyncIterable<Buffer>) {
    watch?.(bytes);
    decoder ??= new TextDecoder(markedEncoding(bytes) ?? encoding, { fatal: true });
    const rows = admitted(() => reader.push(decode(bytes)));
    if (rows.length > 0) yield rows;
  }
  const rows = admitted(() => [...reader.push(decode()), ...reader.end()]);
  if (rows.length > 0) yield rows;
}

const CHUNK = 65_536;

/** What the mark at the beginning of a file says. */
function markedEncoding(bytes: Buffer): string | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  return bytes[0] === 0xfe && bytes[1] === 0xff ? "utf-16be" : undefined;
}

function nameOf(decoder: TextDecoder | undefined): string {
  return (decoder?.encoding ?? "utf-8").toUpperCase();
}

const OTHER_ENCODING = 'Save it as "CSV UTF-8", or name its encoding, such as --encoding windows-1252.';
