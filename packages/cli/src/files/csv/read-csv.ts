import { createReadStream } from "node:fs";
import { parse } from "csv-parse";
import type { SourceRow } from "../source-file.ts";

/** One row of a CSV file, cells as written, with the line of the file on which it begins. */
export interface CsvRow extends SourceRow {
  readonly cells: readonly string[];
}

/** How a file is written, as a look through it tells. */
export interface CsvForm {
  readonly delimiter: string;
  /** Whether each row is one line and no line is empty. */
  readonly isPlain: boolean;
}

/** The rows of a CSV file in UTF-8, some at a time, empty lines left out. Throws a `CsvError` at quotes that do not match. */
export async function* readCsv(
  file: string,
  { delimiter, isPlain }: CsvForm = { delimiter: ",", isPlain: false },
): AsyncGenerator<readonly CsvRow[]> {
  const parser = createReadStream(file, { highWaterMark: CHUNK }).pipe(
    parse({
      bom: true,
      delimiter,
      info: !isPlain, // it takes a third of the time
      record_delimiter: ["\r\n", "\n", "\r"],
      relax_column_count: true,
      skip_empty_lines: true,
    }),
  );
  let batch: CsvRow[] = [];
  let line = 0;
  for await (const parsed of parser as AsyncIterable<readonly string[] | ParsedRecord>) {
    batch.push("record" in parsed ? placed(parsed) : { line: ++line, cells: parsed });
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

function placed({ record, info }: ParsedRecord): CsvRow {
  return { line: info.lines - countBreaks(record), cells: record };
}

const BATCH = 500;
const CHUNK = 262_144;

interface ParsedRecord {
  readonly record: readonly string[];
  /** `lines`: of the file, up to and including the record. */
  readonly info: { readonly lines: number };
}

function countBreaks(cells: readonly string[]): number {
  return cells.reduce((sum, cell) => sum + (cell.match(/\r\n|\n|\r/gu)?.length ?? 0), 0);
}
