import type { RequestContext } from "../../expression/parts.ts";
import type { Row, RowReader, WriteTransaction } from "../../storage/index.ts";
import { engineTable } from "../../storage/stored-table.ts";
import type { LoadCounts } from "../loading/load-request.ts";
import { findOwn, putRow } from "./engine-table.ts";

/** How far a source is loaded into a table; written by the transactions that load it. */
export interface ImportEntry extends LoadCounts {
  readonly table: string;
  readonly source: string;
  readonly note: string;
  readonly isFinished: boolean;
  /** Milliseconds since 1970-01-01T00:00:00Z, of the last change. */
  readonly at: number;
}

/** How far each source is loaded. */
export const importsTable = engineTable(
  "tablewright_imports",
  {
    Table: "text",
    Source: "text",
    Rows: "integer",
    Added: "integer",
    Updated: "integer",
    Skipped: "integer",
    Refused: "integer",
    Note: "text",
    Finished: "boolean",
    At: "integer",
  },
  2,
);

export async function readImport(
  reader: RowReader,
  table: string,
  source: string,
): Promise<ImportEntry | undefined> {
  const [row] = await reader.getByKeys(importsTable.name, [[table, source]]);
  return row && entryOf(row);
}

/** The loads into a table that were cut off, or are under way. */
export async function unfinishedImports(
  reader: RowReader,
  table: string,
  context: RequestContext,
): Promise<readonly ImportEntry[]> {
  const rows = await findOwn(reader, importsTable, { context });
  return rows.map(entryOf).filter((entry) => entry.table === table && !entry.isFinished);
}

export async function writeImport(transaction: WriteTransaction, entry: ImportEntry): Promise<void> {
  await putRow(transaction, importsTable, rowOf(entry));
}

export async function forgetImports(
  transaction: WriteTransaction,
  entries: readonly ImportEntry[],
): Promise<void> {
  await transaction.delete(
    importsTable.name,
    entries.map(({ table, source }) => [table, source]),
  );
}

function rowOf({
  table,
  source,
  rows,
  added,
  updated,
  skipped,
  refused,
  note,
  isFinished,
  at,
}: ImportEntry): Row {
  return [table, source, rows, added, updated, skipped, refused, note === "" ? null : note, isFinished, at];
}

function entryOf(row: Row): ImportEntry {
  const [table, source, rows, added, updated, skipped, refused, note, isFinished, at] = row;
  return {
    table: String(table),
    source: String(source),
    rows: Number(rows),
    added: Number(added),
    updated: Number(updated),
    skipped: Number(skipped),
    refused: Number(refused),
    note: String(note ?? ""),
    isFinished: isFinished === true,
    at: Number(at),
  };
}
