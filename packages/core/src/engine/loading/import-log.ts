import type { RequestContext } from "../../expression/parts.ts";
import {
  findAll,
  type Row,
  type RowReader,
  type StoredTable,
  type WriteTransaction,
} from "../../storage/index.ts";
import type { LoadCounts } from "./load-request.ts";

/** How far a source is loaded into a table; written by the transactions that load it. */
export interface ImportEntry extends LoadCounts {
  readonly table: string;
  readonly source: string;
  readonly note: string;
  readonly isFinished: boolean;
  /** Milliseconds since 1970-01-01T00:00:00Z, of the last change. */
  readonly at: number;
}

/** The engine's own table beside those of the application, of a name that no definition can have. */
export const importsTable: StoredTable = {
  name: "tablewright_imports",
  columns: [
    { name: "Table", kind: "text", family: "text", indexed: false },
    { name: "Source", kind: "text", family: "text", indexed: false },
    { name: "Rows", kind: "integer", family: "number", indexed: false },
    { name: "Added", kind: "integer", family: "number", indexed: false },
    { name: "Updated", kind: "integer", family: "number", indexed: false },
    { name: "Skipped", kind: "integer", family: "number", indexed: false },
    { name: "Refused", kind: "integer", family: "number", indexed: false },
    { name: "Note", kind: "text", family: "text", indexed: false },
    { name: "Finished", kind: "boolean", family: "yes/no", indexed: false },
    { name: "At", kind: "integer", family: "number", indexed: false },
  ],
  key: [0, 1],
  rowNumbers: "stable",
};

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
  const plan = { table: importsTable.name, conditions: [], order: [], context };
  const { rows } = await findAll(reader, plan);
  return rows.map(entryOf).filter((entry) => entry.table === table && !entry.isFinished);
}

export async function writeImport(transaction: WriteTransaction, entry: ImportEntry): Promise<void> {
  const row = rowOf(entry);
  const { duplicates } = await transaction.insert(importsTable.name, [row]);
  if (duplicates.length > 0) await transaction.update(importsTable.name, [row]);
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
