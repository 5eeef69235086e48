import { type Diagnostic, DiagnosticList } from "../../diagnostics/index.ts";
import type { Task } from "../../expression/parts.ts";
import type { ActionEffect } from "../../schema/index.ts";
import type { Row } from "../../storage/index.ts";
import type { Value } from "../../values/index.ts";
import { batchLoad } from "../batch-loading/batch-load.ts";
import type { Call } from "../calls/call.ts";
import { evaluateCell } from "../cells/evaluate-cell.ts";
import { storedKey } from "../keys/stored-key.ts";
import type { StoredRow } from "../stages/rows.ts";
import { reloadRows } from "../stages/stored-rows/reload-rows.ts";
import type { CallTransaction } from "../transaction/in-transaction.ts";
import { actionNamed } from "./action-named.ts";
import { type Acted, applyAction } from "./apply-action.ts";
import { inRounds } from "./in-rounds.ts";
import { refuseAction } from "./refuse-action.ts";

type ActOnRows = Extract<ActionEffect, { kind: "onRows" }> & { readonly name: string };

/**
 * Carries out another action on the rows that each acting row names. A row named by several acting rows is acted on as
 * often; one that is not there, or not for the caller, is left out.
 */
export async function actOnRows(
  call: Call,
  transaction: CallTransaction,
  effect: ActOnRows,
  rows: readonly StoredRow[],
): Promise<Acted> {
  const { name, table, action } = effect;
  const named = await batchLoad(call, transaction, () => nameRows(call, effect, rows));
  const refused = (diagnostics: readonly Diagnostic[]) => ({ output: undefined, diagnostics, warnings: [] });
  if (named.diagnostics.length > 0) return refused(named.diagnostics);
  const rounds = inRounds(named.keys, ({ key }) => key);
  if (rounds.output === undefined) return refused(refuseAction(call, name, table, rounds.diagnostics));
  const warnings = new DiagnosticList();
  const { meter } = call.request;
  for (const round of rounds.output) {
    if (meter.timeSlice.isOver) await meter.pause();
    const keys = round.map(({ key }) => storedKey(table, key) ?? []);
    const current = await transaction.getByKeys(table.name, keys);
    const targets = current.flatMap((row, index) => target(row, round[index]));
    const acted = await applyAction(call, transaction, actionNamed(call.app, action), targets);
    if (acted.output === undefined) return refused(refuseAction(call, name, table, acted.diagnostics));
    warnings.addAll(acted.warnings);
  }
  const output = await reloadRows(call.table, transaction, rows);
  return { output, diagnostics: [], warnings: warnings.all };
}

interface NamedRow {
  readonly key: Value;
  readonly position: number;
}

function* nameRows(
  call: Call,
  { rows: expression, table }: ActOnRows,
  rows: readonly StoredRow[],
): Task<{ readonly keys: readonly NamedRow[]; readonly diagnostics: readonly Diagnostic[] }> {
  const { timeSlice } = call.request.meter;
  const diagnostics = new DiagnosticList();
  const keys: NamedRow[] = [];
  for (const { row, position } of rows) {
    const named = yield* evaluateCell(call, expression, row, undefined, { row: position });
    diagnostics.addAll(named.diagnostics);
    const list = (named.output ?? []) as readonly Value[];
    const distinct = [...new Set(list)].filter((key) => storedKey(table, key) !== undefined);
    for (const key of distinct) keys.push({ key, position });
    if (timeSlice.isOver) yield;
  }
  return { keys, diagnostics: diagnostics.all };
}

function target(row: Row | undefined, named: NamedRow | undefined): readonly StoredRow[] {
  return row === undefined || named === undefined ? [] : [{ row, position: named.position }];
}
