import { DiagnosticList } from "../../diagnostics/index.ts";
import type { Task } from "../../expression/parts.ts";
import type { Assignment } from "../../schema/index.ts";
import type { Value } from "../../values/index.ts";
import type { Call } from "../calls/call.ts";
import { evaluateCell } from "../cells/evaluate-cell.ts";
import { toStoredValue } from "../cells/to-stored-value.ts";
import type { Batch, StoredRow } from "../stages/rows.ts";

/** An acting row and the values computed on it, by the position of the column they are for. */
export interface AssignedRow extends StoredRow {
  readonly cells: ReadonlyMap<number, Value>;
}

/** Computes what an action assigns, on each acting row as it is before the action. */
export function* computeAssignments(
  call: Call,
  set: readonly Assignment[],
  rows: readonly StoredRow[],
): Task<Batch<AssignedRow>> {
  const { timeSlice } = call.request.meter;
  const diagnostics = new DiagnosticList();
  const assigned: AssignedRow[] = [];
  for (const acting of rows) {
    const cells = new Map<number, Value>();
    for (const { column, value } of set) {
      const place = { row: acting.position, column: column.name };
      const computed = yield* evaluateCell(call, value, acting.row, undefined, place);
      diagnostics.addAll(computed.diagnostics);
      cells.set(column.index, toStoredValue(computed.output ?? null, column.type));
    }
    assigned.push({ ...acting, cells });
    if (timeSlice.isOver) yield;
  }
  return { rows: assigned, diagnostics: diagnostics.all };
}
