import { DiagnosticList, isFull } from "../../diagnostics/index.ts";
import { isPauseDueAt, type Task } from "../../expression/parts.ts";
import type { StoredColumnDefinition, TableDefinition } from "../../schema/index.ts";
import type { Value } from "../../values/index.ts";
import type { Call } from "../calls/call.ts";
import { evaluateCell } from "../cells/evaluate-cell.ts";
import { storedOrSent } from "../cells/is-same-value.ts";
import { rowPlanOf } from "./row-plan.ts";
import type { Batch, DraftRow, LoadedRow, ReadRow } from "./rows.ts";

/**
 * New rows: initial values in column order, and what the request gives in their place; or, where the application says so, what
 * the request gives, and then the initial values of the other columns, which see it.
 */
export function* startRows(call: Call, { rows, diagnostics }: Batch<ReadRow>): Task<Batch<DraftRow>> {
  if (isFull(diagnostics, call.mostListed)) return { rows: [], diagnostics };
  const { meter } = call.request;
  const errors = new DiagnosticList(diagnostics, call.mostListed);
  const drafts: DraftRow[] = [];
  const { blank, initial } = rowPlanOf(call.table);
  const isAfter = call.app.initialValues === "afterRequest";
  // By index: an iterator of a generator makes an object for each row and column.
  for (let at = 0; at < rows.length; at++) {
    const { position, cells, unread } = rows[at] as ReadRow;
    const values = blank.slice();
    if (isAfter) putCells(values, cells);
    for (let next = 0; next < initial.length; next++) {
      const { name, index, initialValue } = initial[next] as StoredColumnDefinition;
      if (initialValue === undefined || (isAfter && cells[index] !== undefined)) continue;
      const place = { row: position, column: name };
      const result = yield* evaluateCell(call, initialValue, values, undefined, place);
      values[index] = result.output ?? null;
      if (cells[index] === undefined) errors.addAll(result.diagnostics);
    }
    if (!isAfter) putCells(values, cells);
    drafts.push({ position, before: undefined, values, unread });
    if (isPauseDueAt(at, meter)) yield;
  }
  return { rows: drafts, diagnostics: errors.all };
}

function putCells(values: Value[], cells: ReadRow["cells"]): void {
  for (let index = 0; index < cells.length; index++) {
    const cell = cells[index];
    if (cell !== undefined) values[index] = cell;
  }
}

/** Stored rows with what the request gives in place of the old values; a key stays as it is stored. */
export function changeRows(
  { key }: TableDefinition,
  { rows, diagnostics }: Batch<LoadedRow>,
): Batch<DraftRow> {
  const drafts = rows.map(({ position, cells, before, unread }) => {
    const values = before.map((value, index) => {
      const cell = cells[index];
      return cell === undefined ? value : storedOrSent(value, cell);
    });
    for (const { index } of key) values[index] = before[index] ?? null;
    return { position, before, values, unread };
  });
  return { rows: drafts, diagnostics };
}
