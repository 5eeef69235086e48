import { diagnose } from "../../diagnostics/index.ts";
import type { Row } from "../../storage/index.ts";
import { batchLoad } from "../batch-loading/batch-load.ts";
import type { Call } from "../calls/call.ts";
import type { CallTransaction } from "../calls/in-transaction.ts";
import { type Result, rejected } from "../calls/result.ts";
import { announceChanges } from "../rules/announce-changes.ts";
import { currentRows } from "../stages/current-rows.ts";
import { keyOfRow, writeKey } from "../stages/key-from.ts";
import { writeCells } from "./write-cells.ts";

/**
 * Runs the workflow rules and answers the rows of the call as they then are. A row that is gone by then is answered as
 * it last was, with a warning. `isStale`: whether the rows may have changed already since they were had.
 */
export async function answerChanged(
  call: Call,
  transaction: CallTransaction,
  saved: readonly Row[],
  { isStale = false }: { isStale?: boolean } = {},
): Promise<Result> {
  const { diagnostics, hasRun } = await announceChanges(call, transaction);
  if (diagnostics.length > 0) return rejected(diagnostics);
  const rows = isStale || hasRun ? await rowsNow(call, transaction, saved) : saved;
  return batchLoad(call, transaction, () => writeCells(call, rows));
}

async function rowsNow(
  { table, warnings }: Call,
  transaction: CallTransaction,
  saved: readonly Row[],
): Promise<readonly Row[]> {
  const found = await currentRows(table, transaction, saved);
  return saved.map((row, index) => {
    const key = writeKey(table, keyOfRow(table, row));
    if (found[index] === undefined)
      warnings.warn(() => diagnose("row/deleted-since", { key }, { row: index + 1, key }));
    return found[index] ?? row;
  });
}
