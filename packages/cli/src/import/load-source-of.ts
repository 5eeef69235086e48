import { type LoadSource, unguardCell } from "@tablewright/core";
import type { SourceFile, SourceRow } from "../files/source-file.ts";
import { type ColumnMap, mapColumns } from "./map-columns.ts";

interface SourceOptions {
  readonly map: ColumnMap;
  /** Whether an apostrophe before what looks like a formula is taken off. */
  readonly unguards: boolean;
  /** Names the file's rows and how they are read; left out where nothing is to be remembered. */
  readonly id?: string;
  readonly stopped: AbortSignal;
}

/** The rows of a file as an engine loads them. */
export function loadSourceOf(
  table: string,
  file: SourceFile,
  { map, unguards, id, stopped }: SourceOptions,
): LoadSource<SourceRow> {
  return {
    table,
    name: file.path,
    ...(id === undefined ? {} : { id }),
    columns: mapColumns(unguards ? file.headers.map(unguardCell) : file.headers, map),
    cells: file.cells,
    rows: readRows(file, unguards, stopped),
  };
}

/** The command was asked to end. */
export class Stopped extends Error {}

async function* readRows(
  file: SourceFile,
  unguards: boolean,
  stopped: AbortSignal,
): AsyncGenerator<readonly SourceRow[]> {
  for await (const rows of file.rows()) {
    if (stopped.aborted) throw new Stopped("The command was stopped.");
    yield unguards ? rows.map(unguarded) : rows;
  }
}

function unguarded(row: SourceRow): SourceRow {
  if (!row.cells.some((cell) => typeof cell === "string" && cell.startsWith("'"))) return row;
  return { ...row, cells: row.cells.map((cell) => (typeof cell === "string" ? unguardCell(cell) : cell)) };
}
