import { REFUSED_HEADERS, refusedCells, writeCsv } from "@tablewright/core";
import { csvFile } from "../csv/csv-file.ts";
import { csvText } from "../csv/csv-text.ts";
import type { FileRows } from "./files/file-rows.ts";
import type { RefusedRow } from "./row-import.ts";

/** The refused rows of a file as a CSV file that can be corrected and imported. */
export function refusedCsv({ headers }: FileRows, refused: readonly RefusedRow[]): Blob {
  const lines = refused.map(({ row, errors }) => [
    ...refusedCells(row.line, errors),
    ...row.cells.map(csvText),
  ]);
  return csvFile([writeCsv([[...REFUSED_HEADERS, ...headers], ...lines])]);
}
