/** Mutual recursion: an action may run other actions, on its own rows or on those of other tables. */
import { type Diagnostic, joinDiagnostics, type Outcome } from "../../diagnostics/index.ts";
import { keyOf } from "../../expression/parts.ts";
import type { ActionDefinition, TableDefinition } from "../../schema/index.ts";
import type { Call } from "../calls/call.ts";
import { onTable } from "../calls/on-table.ts";
import { removeRows } from "../deletion/remove-rows.ts";
import type { StoredRow } from "../stages/rows.ts";
import type { CallTransaction } from "../transaction/in-transaction.ts";
import { actOnRows } from "./act-on-rows.ts";
import { addRow } from "./add-row.ts";
import { meetCondition } from "./meet-condition.ts";
import { runActions } from "./run-actions.ts";
import { setColumns } from "./set-columns.ts";

/** What an action leaves: its rows as they now are, those it skipped and those that are gone included. */
export interface Acted extends Outcome<readonly StoredRow[]> {
  /** Of rows that were skipped, also those of the actions that it ran. */
  readonly warnings: readonly Diagnostic[];
}

/**
 * Carries out an action on rows of its table, no row twice, those that meet its condition; what would write to the row
 * itself skips rows that are gone. After an error there is no output, and the transaction is to be given up.
 */
export async function applyAction(
  call: Call,
  transaction: CallTransaction,
  action: ActionDefinition,
  rows: readonly StoredRow[],
): Promise<Acted> {
  const own = onTable(call, action.table);
  const writesItself = action.effect.kind === "set" || action.effect.kind === "deleteRow";
  const able = writesItself ? rows.filter(({ isGone }) => isGone !== true) : rows;
  const met = await meetCondition(own, transaction, action, able);
  if (met.output === undefined || met.output.length === 0) return { ...met, output: met.output && rows };
  call.observations?.acts(action);
  const acted = await carryOut(own, transaction, action, met.output);
  if (acted.output === undefined) return acted;
  const warnings = joinDiagnostics(met.warnings, acted.warnings);
  return { output: replaced(action.table, rows, met.output, acted.output), diagnostics: [], warnings };
}

async function carryOut(
  call: Call,
  transaction: CallTransaction,
  { name, effect }: ActionDefinition,
  rows: readonly StoredRow[],
): Promise<Acted> {
  switch (effect.kind) {
    case "set":
      return setColumns(call, transaction, effect.set, rows);
    case "run":
      return runActions(call, transaction, effect.actions, rows);
    case "addRow":
      return addRow(call, transaction, { name, ...effect }, rows);
    case "onRows":
      return actOnRows(call, transaction, { name, ...effect }, rows);
    case "deleteRow": {
      const diagnostics = await removeRows(call, transaction, rows);
      if (diagnostics.length > 0) return { output: undefined, diagnostics, warnings: [] };
      const gone = rows.map((one) => ({ ...one, isGone: true as const }));
      return { output: gone, diagnostics, warnings: [] };
    }
  }
}

/** All rows in their order, in place of those that acted what has become of them. */
function replaced(
  { scope }: TableDefinition,
  rows: readonly StoredRow[],
  acting: readonly StoredRow[],
  acted: readonly StoredRow[],
): readonly StoredRow[] {
  if (acting.length === rows.length) return acted;
  const acts = new Set(acting);
  const now = new Map(acted.map((one) => [keyOf(one.row, scope), one]));
  return rows.map((one) => (acts.has(one) ? (now.get(keyOf(one.row, scope)) ?? one) : one));
}
