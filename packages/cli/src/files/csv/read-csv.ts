import { createReadStream } from "node:fs";
import { CsvError, parse } from "csv-parse";

/** One line of a CSV file, cells as written, with the line of the file on which it begins. */
export interface CsvRow {
  readonly line: number;
  readonly cells: readonly string[];
}

/** The rows of a CSV file in UTF-8, empty lines left out. Throws a `CsvError` at quotes that do not match. */
export async function* readCsv(file: string): AsyncGenerator<CsvRow> {
  const parser = createReadStream(file).pipe(
    parse({ bom: true, info: true, relax_column_count: true, skip_empty_lines: true }),
  );
  for await (const { record, info } of parser as AsyncIterable<ParsedRecord>) {
    yield { line: info.lines - countBreaks(record), cells: record };
  }
}

export { CsvError };

interface ParsedRecord {
  readonly record: readonly string[];
  /** `lines`: of the file, up to and including the record. */
  readonly info: { readonly lines: number };
}

function countBreaks(cells: readonly string[]): number {
  return cells.reduce((sum, cell) => sum + (cell.match(/\r\n|\n|\r/gu)?.length ?? 0), 0);
}
