import {
  type Diagnostic,
  DiagnosticList,
  diagnose,
  joinDiagnostics,
  type Outcome,
} from "../../diagnostics/index.ts";
import { type CheckedExpression, keyOf, type Task } from "../../expression/parts.ts";
import type { ActionDefinition, ActionEffect, Assignment, TableDefinition } from "../../schema/index.ts";
import type { Row, RowReader } from "../../storage/index.ts";
import type { Value } from "../../values/index.ts";
import { isNameable } from "../access/nameable.ts";
import { batchLoad } from "../batch-loading/batch-loaded-tables.ts";
import { type Call, onTable } from "../calls/call.ts";
import type { CallTransaction } from "../calls/change-log.ts";
import { evaluateCell, toStoredValue } from "../cells/evaluate-cell.ts";
import { removeRows } from "../deletion/remove-rows.ts";
import { keyFrom, keyOfRow, storedKey, writeKey } from "../keys/key-from.ts";
import { reloadRows } from "../stages/load-rows.ts";
import type { Batch, DraftRow, StoredRow } from "../stages/rows.ts";
import { saveDrafts } from "../stages/save-drafts.ts";
import { startRows } from "../stages/start-rows.ts";
import { actionNamed } from "./inputs-of-action.ts";

/** What an action leaves: its rows as they now are, those it skipped and those that are gone included. */
interface Acted extends Outcome<readonly StoredRow[]> {
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

type ActOnRows = Extract<ActionEffect, { kind: "onRows" }> & { readonly name: string };

/**
 * Carries out another action on the rows that each acting row names. A row named by several acting rows is acted on as
 * often; one that is not there, or not for the caller, is left out.
 */
async function actOnRows(
  call: Call,
  transaction: CallTransaction,
  effect: ActOnRows,
  rows: readonly StoredRow[],
): Promise<Acted> {
  const { name, table, action } = effect;
  const named = await batchLoad(call, transaction, () => nameRows(call, effect, rows));
  const refused = (diagnostics: readonly Diagnostic[]) => ({ output: undefined, diagnostics, warnings: [] });
  if (named.diagnostics.length > 0) return refused(named.diagnostics);
  const rounds = groupWithoutRepeats(named.keys, ({ key }) => key);
  if (rounds.output === undefined) return refused(refuseAction(call, name, table, rounds.diagnostics));
  const warnings = new DiagnosticList();
  const { meter } = call.read.context;
  for (const round of rounds.output) {
    await meter.giveWay();
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
  const diagnostics = new DiagnosticList();
  const keys: NamedRow[] = [];
  for (const { row, position } of rows) {
    const named = yield* evaluateCell(call, expression, row, undefined, { row: position });
    diagnostics.addAll(named.diagnostics);
    const list = (named.output ?? []) as readonly Value[];
    const distinct = [...new Set(list)].filter((key) => storedKey(table, key) !== undefined);
    for (const key of distinct) keys.push({ key, position });
  }
  return { keys, diagnostics: diagnostics.all };
}

function target(row: Row | undefined, named: NamedRow | undefined): readonly StoredRow[] {
  return row === undefined || named === undefined ? [] : [{ row, position: named.position }];
}

type AddRow = Extract<ActionEffect, { kind: "addRow" }> & { readonly name: string };

/** Adds to a table one row for each acting row, with values computed on that one. The acting rows stay as they are. */
async function addRow(
  call: Call,
  transaction: CallTransaction,
  { name, table, set }: AddRow,
  rows: readonly StoredRow[],
): Promise<Acted> {
  const target = onTable(call, table);
  const assigned = await batchLoad(call, transaction, () => computeAssignments(call, set, rows));
  const drafts = await batchLoad(target, transaction, () =>
    startRows(target, {
      rows: assigned.rows.map((row) => asRead(target, row)),
      diagnostics: assigned.diagnostics,
    }),
  );
  const { output, diagnostics } = await saveDrafts(target, transaction, drafts);
  return output === undefined
    ? { output, diagnostics: refuseAction(call, name, table, diagnostics), warnings: [] }
    : { output: rows, diagnostics: [], warnings: [] };
}

/** The computed values as if a request had brought them. */
function asRead({ table }: Call, { position, cells: assigned }: AssignedRow) {
  const cells: (Value | undefined)[] = table.storedColumns.map(() => undefined);
  for (const [index, value] of assigned) cells[index] = value;
  return { position, cells, key: keyFrom(table, cells), unread: new Set<number>() };
}

/** The rows that an action may act on; the caller is warned of each that it skips. */
async function meetCondition(
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
  }
  const { all } = errors;
  return { output: all.length === 0 ? met : undefined, diagnostics: all, warnings: warnings.all };
}

/** An acting row and the values computed on it, by the position of the column they are for. */
interface AssignedRow extends StoredRow {
  readonly cells: ReadonlyMap<number, Value>;
}

/** Computes what an action assigns, on each acting row as it is before the action. */
function* computeAssignments(
  call: Call,
  set: readonly Assignment[],
  rows: readonly StoredRow[],
): Task<Batch<AssignedRow>> {
  const diagnostics = new DiagnosticList();
  const assigned: AssignedRow[] = [];
  for (const acting of rows) {
    const cells = new Map<number, Value>();
    for (const { column, value } of set) {
      const place = { row: acting.position, column: column.name };
      const computed = yield* evaluateCell(call, value, acting.row, undefined, place);
      diagnostics.addAll(computed.diagnostics);
      cells.set(column.index, toStoredValue(computed.output ?? null, column.type));
    }
    assigned.push({ ...acting, cells });
  }
  return { rows: assigned, diagnostics: diagnostics.all };
}

/**
 * The errors that an action made in rows the request does not name, reported at the row of the request that led there.
 * What has been reported so already stays as it is, and of a table that the caller may not know of no more than that.
 */
function refuseAction(
  call: Call,
  action: string,
  { name: table }: TableDefinition,
  diagnostics: readonly Diagnostic[],
): readonly Diagnostic[] {
  return diagnostics.map((error) => {
    const { code, message, hint, row, column } = error;
    if (code === "action/refused" || code === "action/failed" || code === "limit/errors") return error;
    if (!isNameable(call.caller, table))
      return diagnose("action/failed", {}, row === undefined ? {} : { row });
    return diagnose(
      "action/refused",
      { action, table, column, message, hint },
      row === undefined ? {} : { row },
    );
  });
}

/**
 * Puts what has the same key into different rounds, first come first, so that no round has a key twice. Each round is a
 * write of its own, so a key that comes too often is an error.
 */
export function groupWithoutRepeats<T extends { readonly position: number }>(
  all: readonly T[],
  keyOf: (one: T) => Value,
): Outcome<readonly (readonly T[])[]> {
  const rounds: T[][] = [];
  const seen = new Map<Value, number>();
  for (const one of all) {
    const key = keyOf(one);
    const round = seen.get(key) ?? 0;
    if (round === MOST_REPEATS) {
      const details = { limit: MOST_REPEATS, key: String(key) };
      return { output: undefined, diagnostics: [diagnose("limit/repeats", details, { row: one.position })] };
    }
    seen.set(key, round + 1);
    rounds[round] ??= [];
    rounds[round].push(one);
  }
  return { output: rounds, diagnostics: [] };
}

/** How often an action comes to one row in a call. */
const MOST_REPEATS = 1_000;
