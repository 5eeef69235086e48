import { type Diagnostic, DiagnosticList, diagnose } from "../../../diagnostics/index.ts";
import type { TableDefinition } from "../../../schema/index.ts";
import type { Call } from "../../calls/call.ts";
import type { EngineRequest } from "../../calls/request.ts";
import { isGiven } from "../../keys/key-from.ts";
import type { Batch, KeyedRow, ReadRow } from "../rows.ts";
import { readCells } from "./read-cells.ts";

/** Reads the rows of a request that only names rows: cells that are no part of the key do not count. */
export function readKeys(call: Call, request: EngineRequest): Batch<KeyedRow> | Promise<Batch<KeyedRow>> {
  const read = readCells(call, request, true);
  if (!(read instanceof Promise)) return withKeys(call.table, read);
  return read.then((rows) => withKeys(call.table, rows));
}

/** The rows whose key is complete; an error for each of the others. */
export function withKeys(table: TableDefinition, { rows, diagnostics }: Batch<ReadRow>): Batch<KeyedRow> {
  if (diagnostics.length === 0 && rows.every(isKeyed)) return { rows, diagnostics };
  const errors = new DiagnosticList(diagnostics);
  for (const row of rows) if (row.key === undefined) errors.addAll(missingParts(table, row));
  return { rows: rows.filter(isKeyed), diagnostics: errors.all };
}

function isKeyed(row: ReadRow): row is KeyedRow {
  return row.key !== undefined;
}

function missingParts(table: TableDefinition, { cells, position, unread }: ReadRow): Diagnostic[] {
  return table.key
    .filter((column) => !isGiven(table, column, cells[column.index]) && !unread.has(column.index))
    .map(({ name }) => diagnose("key/missing", { name }, { row: position, column: name }));
}
