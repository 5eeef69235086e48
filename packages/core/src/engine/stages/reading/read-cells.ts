import { DiagnosticList } from "../../../diagnostics/index.ts";
import { isPauseDueAt, runWithPauses, type Task } from "../../../expression/parts.ts";
import type { Call } from "../../calls/call.ts";
import type { EngineRequest } from "../../calls/request.ts";
import type { ReadBatch, ReadRow } from "../rows.ts";
import { ReadableColumns } from "./readable-columns.ts";
import { RowReader } from "./row-reader.ts";

/**
 * Reads every cell of every row by its column's type; each error is reported with its row and column. Where rows are only
 * named, `keyOnly`, cells that are no part of the key are skipped. Reading ends where no further error would be reported.
 */
export function readCells(
  call: Call,
  request: EngineRequest,
  keyOnly = false,
): ReadBatch | Promise<ReadBatch> {
  return runWithPauses(readRows(call, request, keyOnly), call.request.meter);
}

function* readRows(call: Call, { rows = [] }: EngineRequest, keyOnly: boolean): Task<ReadBatch> {
  const { meter } = call.request;
  const lists = { diagnostics: new DiagnosticList(), warnings: new DiagnosticList() };
  const { diagnostics, warnings } = lists;
  const reader = new RowReader(call, new ReadableColumns(call), lists, keyOnly);
  const read: ReadRow[] = [];
  for (let index = 0; index < rows.length; index++) {
    read.push(reader.read(rows[index] as (typeof rows)[number], index + 1));
    if (diagnostics.isFull) {
      diagnostics.stop();
      break;
    }
    if (isPauseDueAt(index, meter)) yield;
  }
  return { rows: read, diagnostics: diagnostics.all, warnings: warnings.all };
}
