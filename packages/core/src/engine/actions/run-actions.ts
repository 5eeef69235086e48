import { DiagnosticList } from "../../diagnostics/index.ts";
import type { Call } from "../calls/call.ts";
import type { StoredRow } from "../stages/rows.ts";
import type { CallTransaction } from "../transaction/in-transaction.ts";
import { actionNamed } from "./action-named.ts";
import { type Acted, applyAction } from "./apply-action.ts";

/** Carries out the actions of a group one after the other; each sees what those before it did. */
export async function runActions(
  call: Call,
  transaction: CallTransaction,
  names: readonly string[],
  rows: readonly StoredRow[],
): Promise<Acted> {
  let current = rows;
  const warnings = new DiagnosticList();
  for (const name of names) {
    const acted = await applyAction(call, transaction, actionNamed(call.app, name), current);
    if (acted.output === undefined) return acted;
    current = acted.output;
    warnings.addAll(acted.warnings);
  }
  return { output: current, diagnostics: [], warnings: warnings.all };
}
