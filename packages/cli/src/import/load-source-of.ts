import { type LoadSource, REFUSED_HEADERS, unguardCell } from "@tablewright/core";
import type { SourceFile, SourceRow } from "../files/source-file.ts";

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

/** Which column a header of a file is for, by the header; a blank column leaves the cells out. */
export type ColumnMap = ReadonlyMap<string, string>;

/** Reads texts such as `Header=Column`; a sentence where one cannot be read. The last `=` separates, as headers may hold some. */
export function readColumnMap(texts: readonly string[]): ColumnMap | string {
  const map = new Map<string, string>();
  for (const text of texts) {
    const at = text.lastIndexOf("=");
    if (at < 1)
      return `"${text}" maps no column: write the header and the column, such as "Surname=Last Name".`;
    map.set(text.slice(0, at), text.slice(at + 1));
  }
  return map;
}

/** The columns that a file's headers are for; undefined for those that are left out. */
function mapColumns(headers: readonly string[], map: ColumnMap): readonly (string | undefined)[] {
  return headers.map((header) => {
    if (REFUSED_HEADERS.includes(header)) return undefined;
    const column = map.get(header) ?? header;
    return column === "" ? undefined : column;
  });
}
