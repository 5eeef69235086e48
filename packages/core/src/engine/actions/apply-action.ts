/** Mutual recursion: an action may run other actions, on its own rows or on those of other tables. */
import { type Diagnostic, DiagnosticList, joinDiagnostics, type Outcome } from "../../diagnostics/index.ts";
import { keyOf, type Task } from "../../expression/parts.ts";
import type { ActionDefinition, Assignment, TableDefinition } from "../../schema/index.ts";
import { batchLoad } from "../batch-loading/batch-load.ts";
import type { Call } from "../calls/call.ts";
import { onTable } from "../calls/on-table.ts";
import { removeRows } from "../deletion/remove-rows.ts";
import type { Batch, DraftRow, StoredRow } from "../stages/rows.ts";
import { saveDrafts } from "../stages/save-drafts.ts";
import type { CallTransaction } from "../transaction/in-transaction.ts";
import { actOnRows } from "./act-on-rows.ts";
import { actionNamed } from "./action-named.ts";
import { addRow } from "./add-row.ts";
import { computeAssignments } from "./compute-assignments.ts";
import { meetCondition } from "./meet-condition.ts";

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

/** Carries out the actions of a group one after the other; each sees what those before it did. */
async function runActions(
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

/** Gives columns of the acting rows new values, all computed from the row before the action. */
async function setColumns(
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

function* assign(call: Call, set: readonly Assignment[], rows: readonly StoredRow[]): Task<Batch<DraftRow>> {
  const computed = yield* computeAssignments(call, set, rows);
  const drafts = computed.rows.map(({ position, row, cells }) => {
    const values = row.map((value, index) => (cells.has(index) ? (cells.get(index) ?? null) : value));
    return { position, before: row, values, unread: new Set<number>() };
  });
  return { rows: drafts, diagnostics: computed.diagnostics };
}
