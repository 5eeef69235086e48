import { DiagnosticList, diagnose } from "../../diagnostics/index.ts";
import type { CheckedExpression, Task } from "../../expression/parts.ts";
import type { ActionDefinition } from "../../schema/index.ts";
import type { RowReader } from "../../storage/index.ts";
import { batchLoad } from "../batch-loading/batch-load.ts";
import type { Call } from "../calls/call.ts";
import { evaluateCell } from "../cells/evaluate-cell.ts";
import { keyOfRow, writeKey } from "../keys/key-from.ts";
import type { StoredRow } from "../stages/rows.ts";
import type { Acted } from "./apply-action.ts";

/** The rows that an action may act on; the caller is warned of each that it skips. */
export async function meetCondition(
  call: Call,
  transaction: RowReader,
  { name, condition }: ActionDefinition,
  rows: readonly StoredRow[],
): Promise<Acted> {
  if (condition === undefined) return { output: rows, diagnostics: [], warnings: [] };
  return batchLoad(call, transaction, () => tryCondition(call, name, condition, rows));
}

function* tryCondition(
  call: Call,
  action: string,
  condition: CheckedExpression,
  rows: readonly StoredRow[],
): Task<Acted> {
  const { timeSlice } = call.request.meter;
  const errors = new DiagnosticList();
  const warnings = new DiagnosticList();
  const met: StoredRow[] = [];
  for (const one of rows) {
    const { row, position } = one;
    const key = writeKey(call.table, keyOfRow(call.table, row));
    const place = { row: position, key };
    const { output, diagnostics } = yield* evaluateCell(call, condition, row, undefined, place);
    errors.addAll(diagnostics);
    if (output === true) met.push(one);
    else warnings.warn(() => diagnose("action/passed-over", { action, key }, place));
    if (timeSlice.isOver) yield;
  }
  const { all } = errors;
  return { output: all.length === 0 ? met : undefined, diagnostics: all, warnings: warnings.all };
}
