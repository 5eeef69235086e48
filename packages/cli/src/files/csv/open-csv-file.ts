import { FileError, type SourceFile, type SourceRow } from "../source-file.ts";
import { readCsv } from "./read-csv.ts";
import { scanCsv } from "./scan-csv.ts";

/** A CSV file in UTF-8 whose first row names columns; what separates its cells is told by that row. */
export async function openCsvFile(path: string): Promise<SourceFile> {
  const scan = await scanCsv(path);
  return {
    path,
    headers: scan.headers,
    count: Math.max(0, scan.rows - 1),
    fingerprint: scan.fingerprint,
    rows: () => inBatches(path, readCsv(path, scan)),
  };
}

async function* inBatches(
  path: string,
  rows: AsyncIterable<SourceRow>,
): AsyncGenerator<readonly SourceRow[]> {
  let batch: SourceRow[] = [];
  let isFirst = true;
  try {
    for await (const row of rows) {
      if (isFirst) {
        isFirst = false;
        continue;
      }
      batch.push(row);
      if (batch.length < BATCH) continue;
      yield batch;
      batch = [];
    }
  } catch (error) {
    if (!(error instanceof Error && "code" in error && String(error.code).startsWith("CSV_"))) throw error;
    throw new FileError(path, undefined, `${error.message}.`);
  }
  if (batch.length > 0) yield batch;
}

const BATCH = 500;
