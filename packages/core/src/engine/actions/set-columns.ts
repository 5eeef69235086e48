import type { Steps } from "../../expression/parts.ts";
import type { Assignment } from "../../schema/index.ts";
import { batchLoad } from "../batch-loading/batch-load.ts";
import type { Call } from "../calls/call.ts";
import type { Batch, DraftRow, StoredRow } from "../stages/rows.ts";
import { saveDrafts } from "../stages/save-drafts.ts";
import type { CallTransaction } from "../transaction/in-transaction.ts";
import type { Acted } from "./apply-action.ts";
import { computeAssignments } from "./compute-assignments.ts";

/** Gives columns of the acting rows new values, all computed from the row before the action. */
export async function setColumns(
  call: Call,
  transaction: CallTransaction,
  set: readonly Assignment[],
  rows: readonly StoredRow[],
): Promise<Acted> {
  const drafts = await batchLoad(call, transaction, () => assign(call, set, rows));
  const { output: saved, diagnostics } = await saveDrafts(call, transaction, drafts);
  if (saved === undefined) return { output: undefined, diagnostics, warnings: [] };
  return {
    output: rows.map(({ position, row }, index) => ({ position, row: saved[index] ?? row })),
    diagnostics: [],
    warnings: [],
  };
}

function* assign(call: Call, set: readonly Assignment[], rows: readonly StoredRow[]): Steps<Batch<DraftRow>> {
  const computed = yield* computeAssignments(call, set, rows);
  const drafts = computed.rows.map(({ position, row, cells }) => {
    const values = row.map((value, index) => (cells.has(index) ? (cells.get(index) ?? null) : value));
    return { position, before: row, values, unread: new Set<number>() };
  });
  return { rows: drafts, diagnostics: computed.diagnostics };
}
