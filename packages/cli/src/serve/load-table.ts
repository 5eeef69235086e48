import { type Engine, suggest, type TableDefinition } from "@tablewright/core";
import { count } from "../count.ts";
import { CsvError, type CsvRow, readCsv } from "./read-csv.ts";

/** How many rows were added, and a line for each cell or row that was not. */
export interface LoadedTable {
  readonly added: number;
  readonly errors: readonly string[];
}

/**
 * Adds the rows of one CSV file: its first line names columns, an empty cell is a blank, dates are ISO dates
 * and numbers have a decimal point, whatever the application's locale. Stops at the first batch with an error.
 */
export async function loadTable(engine: Engine, table: TableDefinition, file: string): Promise<LoadedTable> {
  let added = 0;
  try {
    let header: readonly string[] | undefined;
    for await (const batch of inBatches(readCsv(file))) {
      const first = header === undefined ? batch.shift() : undefined;
      header ??= first?.cells ?? [];
      const misshapen = [
        ...(first === undefined ? [] : checkHeader(file, first, table)),
        ...checkLengths(file, header, batch),
      ];
      const errors = misshapen.length > 0 ? misshapen : await addRows(engine, table, file, header, batch);
      if (errors.length > 0) return { added, errors: [...errors, ...sayWhatIsThere(table, file, added)] };
      added += batch.length;
    }
    return { added, errors: [] };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const first = `${file}: error: ${error.message}.`;
    return { added, errors: [first, ...sayWhatIsThere(table, file, added)] };
  }
}

async function addRows(
  engine: Engine,
  table: TableDefinition,
  file: string,
  header: readonly string[],
  batch: readonly CsvRow[],
): Promise<string[]> {
  if (batch.length === 0) return [];
  const rows = batch.map(({ cells }) =>
    Object.fromEntries(header.map((name, at) => [name, cells[at] ?? ""])),
  );
  const properties = { Locale: CSV_LOCALE };
  const result = await engine.execute({ action: "Add", table: table.name, rows, properties });
  if (result.ok) return [];
  return result.diagnostics.map((diagnostic) => {
    const line = batch[(diagnostic.row ?? 0) - 1]?.line;
    const place = line === undefined ? file : `${file}:${line}`;
    const column = diagnostic.column === undefined ? "" : `column "${diagnostic.column}": `;
    return `${place}: ${diagnostic.severity}: ${column}${diagnostic.message} (${diagnostic.code})`;
  });
}

const CSV_LOCALE = "en-US";

/** Each batch is one call of the engine, so it is added whole or not at all. */
const BATCH = 5_000;

async function* inBatches(rows: AsyncIterable<CsvRow>): AsyncGenerator<CsvRow[]> {
  let batch: CsvRow[] = [];
  for await (const row of rows) {
    batch.push(row);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  yield batch;
}

function checkHeader(file: string, { line, cells }: CsvRow, table: TableDefinition): string[] {
  const names = table.columns.map((column) => column.name);
  return cells.flatMap((name, at) => {
    const place = `${file}:${line}: error: `;
    if (cells.indexOf(name) < at) return [`${place}the column "${name}" is named twice.`];
    if (names.includes(name)) return [];
    const nearest = suggest(name, names);
    const hint = nearest === undefined ? "" : ` Did you mean "${nearest}"?`;
    return [`${place}Table "${table.name}" has no column "${name}".${hint}`];
  });
}

function checkLengths(file: string, header: readonly string[], batch: readonly CsvRow[]): string[] {
  return batch
    .filter(({ cells }) => cells.length !== header.length)
    .map(
      ({ line, cells }) =>
        `${file}:${line}: error: ${count(cells.length, "cell")}, where the first line names ${count(header.length, "column")}.`,
    );
}

function sayWhatIsThere(table: TableDefinition, file: string, added: number): string[] {
  return added === 0 ? [] : [`${file}: the ${count(added, "row")} before are in "${table.name}" already`];
}
