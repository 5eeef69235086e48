import type { Diagnostic } from "../../diagnostics/index.ts";
import { ConstraintViolation } from "../../storage/index.ts";
import { forgetBatchLoaded } from "../batch-loading/batch-load.ts";
import type { Call } from "../calls/call.ts";
import { inStretches } from "../calls/in-stretches.ts";
import { refusedRow } from "../calls/refused-row.ts";
import type { StoredRow } from "../stages/rows.ts";
import { deleteRows } from "../stages/write-changes.ts";
import type { CallTransaction } from "../transaction/in-transaction.ts";
import { authoriseParts } from "./authorise-parts.ts";
import { findParts, type PartRows } from "./find-parts.ts";
import { releaseRefs } from "./release-refs.ts";

/**
 * Deletes rows of the call's table, and before them their parts that the caller sees; the errors if they may not delete
 * those or a Ref keeps one, and then nothing is deleted. Parts that they do not see stay, or a caller who writes a key could delete rows of others.
 */
export async function removeRows(
  call: Call,
  transaction: CallTransaction,
  rows: readonly StoredRow[],
): Promise<readonly Diagnostic[]> {
  const parts = await findParts(call, transaction, rows);
  const errors = await authoriseParts(call, transaction, rows, parts);
  if (errors.length > 0) return errors;
  const own = { table: call.table, rows: rows.map((whole) => ({ row: whole.row, whole })) };
  const deleted = [...parts.toReversed(), own];
  const unreleased = await releaseRefs(call, transaction, rows, deleted);
  if (unreleased.length > 0) return unreleased;
  try {
    for (const part of deleted) await removePart(call, transaction, part);
  } catch (thrown) {
    if (!(thrown instanceof ConstraintViolation)) throw thrown;
    const refused = thrown.table === call.table.name ? rows[thrown.position] : undefined;
    return [refusedRow(thrown, refused === undefined ? {} : { row: refused.position })];
  }
  forgetBatchLoaded(call);
  return [];
}

async function removePart(
  call: Call,
  transaction: CallTransaction,
  { table, rows }: PartRows,
): Promise<void> {
  const gone = rows.map(({ row }) => row);
  await deleteRows(call, table, transaction, gone);
  for await (const some of inStretches(call, rows)) {
    for (const { row, whole } of some)
      transaction.changes.note({ table, before: row, after: undefined, position: whole.position });
  }
}
