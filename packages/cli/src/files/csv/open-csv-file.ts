import { CsvError } from "csv-parse";
import { FileError, type SourceFile, type SourceRow } from "../source-file.ts";
import { readCsv } from "./read-csv.ts";
import { scanCsv } from "./scan-csv.ts";

/** A CSV file in UTF-8 whose first row names columns; that row shows what separates cells. */
export async function openCsvFile(path: string): Promise<SourceFile> {
  const scan = await scanCsv(path);
  return {
    path,
    headers: scan.headers,
    count: Math.max(0, scan.rows - 1),
    fingerprint: scan.fingerprint,
    rows: () => bodyOf(path, readCsv(path, scan)),
  };
}

/** Without the row of headers. */
async function* bodyOf(
  path: string,
  batches: AsyncIterable<readonly SourceRow[]>,
): AsyncGenerator<readonly SourceRow[]> {
  let isFirst = true;
  try {
    for await (const batch of batches) {
      yield isFirst ? batch.slice(1) : batch;
      isFirst = false;
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new FileError(path, undefined, `${error.message}.`);
  }
}
