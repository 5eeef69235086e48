import { type Diagnostic, DiagnosticList, diagnose } from "../../diagnostics/index.ts";
import { isNameable } from "../access/is-nameable.ts";
import type { Call } from "../calls/call.ts";
import { keyOfRow, writeKey } from "../keys/key-from.ts";
import type { StoredRow } from "../stages/rows.ts";
import type { CallTransaction } from "../transaction/in-transaction.ts";
import { findReferring, type LeavingRows, type ReferringRow, type RefOfTable } from "./find-referring.ts";

/**
 * An error for each row and each restricting Ref that refers to it or to a row that goes with it. Rows that a security
 * filter hides restrict as well; of those the error says no more than that there are some.
 */
export async function checkReferences(
  call: Call,
  transaction: CallTransaction,
  refs: readonly RefOfTable[],
  leaving: LeavingRows,
): Promise<readonly Diagnostic[]> {
  const errors = new DiagnosticList();
  const explained = new Set<StoredRow>();
  const restricted = new Set<StoredRow>();
  for (const one of refs) {
    const all = await findReferring(call, transaction.unfiltered, one, leaving);
    for (const { leaving: part } of all) restricted.add(part.whole);
    if (all.length === 0 || !isNameable(call, one.table.name)) continue;
    const visible = byWhole(await findReferring(call, transaction, one, leaving));
    for (const [whole, rows] of visible) {
      explained.add(whole);
      const isDirect = rows.some(({ leaving: part }) => part.row === whole.row);
      const by = { table: one.table.name, column: one.ref.name, count: rows.length };
      errors.add(refusal(call, whole, { by, isDirect }));
    }
  }
  for (const whole of restricted) {
    if (!explained.has(whole)) errors.add(refusal(call, whole, { by: undefined, isDirect: true }));
  }
  return [...errors.all].sort((a, b) => (a.row ?? 0) - (b.row ?? 0));
}

function refusal(
  { table }: Call,
  { row, position }: StoredRow,
  details: {
    by: { table: string; column: string; count: number } | undefined;
    isDirect: boolean;
  },
): Diagnostic {
  const key = writeKey(table, keyOfRow(table, row));
  return diagnose("rule/referred-to", { key, ...details }, { row: position, key });
}

function byWhole(rows: readonly ReferringRow[]): ReadonlyMap<StoredRow, readonly ReferringRow[]> {
  return Map.groupBy(rows, ({ leaving }) => leaving.whole);
}
