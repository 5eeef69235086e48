import { type Diagnostic, DiagnosticList, diagnose, joinDiagnostics } from "../diagnostics/index.ts";
import type { Row } from "../storage/index.ts";
import { answeringStored } from "./access/nameable.ts";
import { writeCells } from "./answers/write-cells.ts";
import { batchLoad } from "./batch-loading/batch-loaded-tables.ts";
import type { Call } from "./calls/call.ts";
import type { CallTransaction } from "./calls/change-log.ts";
import { type Result, rejected } from "./calls/result.ts";
import { keyOfRow, writeKey } from "./keys/key-from.ts";
import { NO_RULES_RAN, runRules } from "./rules/run-rules.ts";
import { currentRows } from "./stages/load-rows.ts";

/**
 * Runs the workflow rules and answers the rows of the call as they then are. A row that is gone by then is answered as
 * it last was, with a warning after those that came `warnings` of before. `isStale`: whether the rows may have changed already since they were had.
 * `isAdded`: whether the call itself has added all of them, and they are answered whole to a caller who may not find rows.
 */
export async function answerChanged(
  call: Call,
  transaction: CallTransaction,
  saved: readonly Row[],
  warnings: readonly Diagnostic[],
  { isStale = false, isAdded = false }: { isStale?: boolean; isAdded?: boolean } = {},
): Promise<Result> {
  const answering = isAdded ? call : answeringStored(call);
  const { diagnostics, hasRun } = transaction.changes.hasListeners
    ? await runRules(call, transaction)
    : NO_RULES_RAN;
  if (diagnostics.length > 0) return rejected(diagnostics);
  if (!isStale && !hasRun) return batchLoad(call, transaction, () => writeCells(answering, saved, warnings));
  const now = await rowsNow(call, transaction, saved);
  const joined = joinDiagnostics(warnings, now.warnings);
  return batchLoad(call, transaction, () => writeCells(answering, now.rows, joined));
}

async function rowsNow(
  { table }: Call,
  transaction: CallTransaction,
  saved: readonly Row[],
): Promise<{ readonly rows: readonly Row[]; readonly warnings: readonly Diagnostic[] }> {
  const warnings = new DiagnosticList();
  const current = await currentRows(table, transaction, saved);
  const rows = saved.map((row, index) => {
    const key = writeKey(table, keyOfRow(table, row));
    if (current[index] === undefined)
      warnings.warn(() => diagnose("row/deleted-since", { key }, { row: index + 1, key }));
    return current[index] ?? row;
  });
  return { rows, warnings: warnings.all };
}
