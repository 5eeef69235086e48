import { createReadStream } from "node:fs";
import { CSV_FORM, firstLineOf } from "@tablewright/core";
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
      ...CSV_FORM,
      delimiter,
      info: !isPlain, // it takes a third of the time
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
  return { line: firstLineOf(record, info.lines), cells: record };
}

const BATCH = 500;
const CHUNK = 262_144;

interface ParsedRecord {
  readonly record: readonly string[];
  /** `lines`: of the file, up to and including the record. */
  readonly info: { readonly lines: number };
}
