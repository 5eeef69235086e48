import { DiagnosticList } from "../../diagnostics/index.ts";
import type { Assignment } from "../../schema/index.ts";
import type { Value } from "../../values/index.ts";
import type { Call } from "../call.ts";
import { evaluateCell } from "../stages/evaluate-cell.ts";
import type { Batch, StoredRow } from "../stages/rows.ts";
import { toStoredValue } from "../stages/to-stored-value.ts";

/** An acting row and the values computed on it, by the position of the column they are for. */
export interface AssignedRow extends StoredRow {
  readonly cells: ReadonlyMap<number, Value>;
}

/** Computes what an action assigns, on each acting row as it is before the action. */
export function computeAssignments(
  call: Call,
  set: readonly Assignment[],
  rows: readonly StoredRow[],
): Batch<AssignedRow> {
  const diagnostics = new DiagnosticList();
  const assigned = rows.map((acting) => {
    const cells = set.map(({ column, value }): [number, Value] => {
      const place = { row: acting.position, column: column.name };
      const computed = evaluateCell(call, value, acting.row, undefined, place);
      diagnostics.addAll(computed.diagnostics);
      return [column.index, toStoredValue(computed.output ?? null, column.type)];
    });
    return { ...acting, cells: new Map(cells) };
  });
  return { rows: assigned, diagnostics: diagnostics.all };
}
