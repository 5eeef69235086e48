import {
  type Diagnostic,
  DiagnosticList,
  diagnose,
  noOutput,
  type Outcome,
} from "../../diagnostics/index.ts";
import type { StoredColumnDefinition, TableDefinition, UpdateMode } from "../../schema/index.ts";
import type { Row } from "../../storage/index.ts";
import { authorise } from "../access/authorise.ts";
import { isNameable, mayFind } from "../access/nameable.ts";
import { batchLoad } from "../batch-loading/batch-loaded-tables.ts";
import { type Call, type CallChange, onTable } from "../calls/call.ts";
import type { CallTransaction } from "../calls/change-log.ts";
import type { EngineOptions } from "../calls/engine-options.ts";
import { prepareCall } from "../calls/prepare/prepare-call.ts";
import type { EngineRequest } from "../calls/request.ts";
import { type Accepted, noteAnsweredRows, type Result, type ResultRow, rejected } from "../calls/result.ts";
import { findParts } from "../deletion/find-parts.ts";
import { removeRows } from "../deletion/remove-rows.ts";
import type { ChangeKind, RowImage } from "../engine-tables/journal-table.ts";
import { executePlanned, type PlannedCall, type PlannedChange } from "../execute-call.ts";
import { type HistoryCaller, visibleChanges } from "../journal/reading/visible-changes.ts";
import { changedColumns, imageOfRow, recordedColumns, shownImage } from "../journal/row-image.ts";
import { keyOfRow, recordedKey, shownKey } from "../keys/key-from.ts";
import { runRules } from "../rules/run-rules.ts";
import type { DraftRow } from "../stages/rows.ts";
import { saveDrafts } from "../stages/save-drafts.ts";
import { planChange } from "../transaction/plan-change.ts";
import {
  type LaterChange,
  type LaterChanges,
  laterChanges,
  type NetChange,
  readChangesOf,
} from "./read-call.ts";

/**
 * Changes back what a call has changed: rows come back before others refer to them, and rows go after nothing does any more.
 * The caller needs the rights of each change, which are asked before anything is said of the rows, and every row is computed
 * and checked as in an ordinary call.
 */
async function revertCall(call: Call, transaction: CallTransaction, id: string): Promise<Result> {
  const unknown = rejected([diagnose("history/no-call", { call: id })]);
  const read = await readChangesOf(call, transaction, id);
  if (read === undefined) return unknown;
  const { changes } = read;
  const rows = await presentRows(transaction, changes);
  if (rows === "hidden") return unknown;
  const refusal = await authoriseUndo(call, transaction, changes);
  if (refusal !== undefined) return refusal;
  const { output: later, diagnostics } = await laterChanges(call, transaction.unfiltered, read.number);
  if (later === undefined) return rejected(diagnostics);
  const conflicts = await findConflicts(call, transaction, changes, rows, later);
  if (conflicts.length > 0) return rejected(conflicts);
  const lost = changes.filter((change) => change.unknown.length > 0);
  if (lost.length > 0) return rejected(lost.map(unrecorded));
  return takeBack(call, transaction, changes, rows, later);
}

/** The rows of changes as they now are; "hidden" where the caller does not see one that is there. */
async function presentRows(
  transaction: CallTransaction,
  changes: readonly NetChange[],
): Promise<ReadonlyMap<NetChange, Row> | "hidden"> {
  const rows = new Map<NetChange, Row>();
  for (const [table, own] of Map.groupBy(changes, (change) => change.table)) {
    const keys = own.map(({ key }) => key);
    const present = await transaction.unfiltered.getByKeys(table.name, keys);
    const visible = await transaction.getByKeys(table.name, keys);
    for (const [at, change] of own.entries()) {
      const row = present[at];
      if (row === undefined) continue;
      if (visible[at] === undefined && change.after !== undefined) return "hidden";
      rows.set(change, row);
    }
  }
  return rows;
}

/** An error for each row that is not as the call left it. */
async function findConflicts(
  call: Call,
  transaction: CallTransaction,
  changes: readonly NetChange[],
  rows: ReadonlyMap<NetChange, Row>,
  later: LaterChanges,
): Promise<readonly Diagnostic[]> {
  const conflicts = new DiagnosticList();
  for (const [at, change] of changes.entries()) {
    const since = later.get(change.table.name)?.get(change.name) ?? [];
    if (isAsLeft(change, rows.get(change)) && since.every((one) => one.change.concealed.length === 0))
      continue;
    conflicts.add(await conflictOf(call, transaction, change, since, at));
  }
  return conflicts.all;
}

/** That a row is not as the call left it, and by which calls as far as the caller may know: who may not find rows reads no history. */
async function conflictOf(
  call: Call,
  { unfiltered }: CallTransaction,
  { table, name }: { readonly table: TableDefinition; readonly name: string },
  since: readonly LaterChange[],
  at: number,
): Promise<Diagnostic> {
  const told = mayFind(call.caller) ? since : [];
  const seen = await visibleChanges(
    call,
    unfiltered,
    table,
    told.map(({ change }) => change),
  );
  const calls = [...new Set(told.flatMap((one, index) => (seen[index] === undefined ? [] : [one.call])))];
  const key = shownKey(table, name);
  return diagnose("history/undo-conflict", { table: table.name, key, calls }, { row: at + 1, key });
}

/** Whether the row has the values that the call left it with, whatever it had between; what is computed does not count. */
function isAsLeft({ table, after }: NetChange, row: Row | undefined): boolean {
  if (after === undefined || row === undefined) return after === row;
  const own = recordedColumns(table).filter(
    ({ formula, columnType }) => formula === undefined && columnType.isWritable,
  );
  return changedColumns(own, after, row).length === 0;
}

/** The kinds of change that take changes back, in the order in which they are made. */
const MODES = ["add", "edit", "delete"] as const satisfies readonly UpdateMode[];

/** What takes a change back; undefined where the call has left nothing of it. */
function modeBack({ before, after }: NetChange): UpdateMode | undefined {
  if (before === undefined) return after === undefined ? undefined : "delete";
  return after === undefined ? "add" : "edit";
}

/** Whether the caller may make each of the changes, of whose rows nothing is said before. */
async function authoriseUndo(
  call: Call,
  transaction: CallTransaction,
  changes: readonly NetChange[],
): Promise<Result | undefined> {
  for (const mode of MODES) {
    const tables = new Set(
      changes.filter((change) => modeBack(change) === mode).map((change) => change.table),
    );
    for (const table of tables) {
      const own = onTable(call, table);
      const refusal = await batchLoad(own, transaction, () =>
        authorise(own, mode, { ...ASKED, table: table.name }),
      );
      if (refusal !== undefined) return refusal;
    }
  }
  return undefined;
}

function unrecorded({ table, name, unknown }: NetChange, at: number): Diagnostic {
  const key = shownKey(table, name);
  return diagnose(
    "history/undo-unrecorded",
    { table: table.name, key, columns: unknown },
    { row: at + 1, key },
  );
}

/** Undoes changes whose rows are as the call left them; `present` are these rows. */
async function takeBack(
  call: Call,
  transaction: CallTransaction,
  changes: readonly NetChange[],
  present: ReadonlyMap<NetChange, Row>,
  later: LaterChanges,
): Promise<Result> {
  const written = new Map<NetChange, Row>();
  const gone = changes.filter((change) => modeBack(change) === "add").toReversed();
  const changed = changes.filter((change) => modeBack(change) === "edit");
  const added = changes.filter((change) => modeBack(change) === "delete").toReversed();
  for (const own of [gone, changed, added])
    for (const [table, ofTable] of Map.groupBy(own, (change) => change.table)) {
      const errors = await (own === added ? remove(table, ofTable) : save(table, ofTable));
      if (errors.length > 0) return rejected(errors);
    }
  const { diagnostics } = await runRules(call, transaction);
  if (diagnostics.length > 0) return rejected(diagnostics);
  const undone = [...gone, ...changed, ...added];
  const rows = undone.map((change) => describeUndone(call, change, present.get(change), written.get(change)));
  const answer: Accepted = { ok: true, rows, warnings: call.answer.warnings };
  noteAnsweredRows(
    answer,
    undone.map(({ table, key }) => ({ table: table.name, key })),
  );
  return answer;

  async function save(table: TableDefinition, own: readonly NetChange[]): Promise<readonly Diagnostic[]> {
    const drafts = own.map((change) => {
      const before = present.get(change);
      const values = restoredRow(change, before);
      const position = changes.indexOf(change) + 1;
      call.change.instants.noteRestored(change, position);
      return { position, before, values, unread: NONE_UNREAD, sent: sentBack(change, before, values) };
    });
    const change = { ...call.change, ...restoringOf(table, own) };
    const restored = { ...onTable(call, table), change };
    const saved = await saveDrafts(restored, transaction, { rows: drafts, diagnostics: [] });
    for (const [at, row] of (saved.output ?? []).entries()) written.set(own[at] as NetChange, row);
    return saved.output === undefined ? saved.diagnostics : [];
  }

  async function remove(table: TableDefinition, own: readonly NetChange[]): Promise<readonly Diagnostic[]> {
    const inner = onTable(call, table);
    const leaving = own.flatMap((change) => {
      const row = present.get(change);
      return row === undefined ? [] : [{ position: changes.indexOf(change) + 1, row }];
    });
    const isOwn = new Set(changes.map((change) => `${change.table.name}\n${change.name}`));
    for (const part of await findParts(inner, transaction, leaving)) {
      const isNamed = mayFind(call.caller) && isNameable(call.caller, part.table.name);
      for (const { row, whole } of part.rows) {
        const name = recordedKey(part.table, keyOfRow(part.table, row));
        if (isOwn.has(`${part.table.name}\n${name}`)) continue;
        const since = isNamed ? (later.get(part.table.name)?.get(name) ?? []) : [];
        const about = isNamed ? { table: part.table, name } : (changes[whole.position - 1] as NetChange);
        return [await conflictOf(inner, transaction, about, since, whole.position - 1)];
      }
    }
    return removeRows(inner, transaction, leaving);
  }
}

/** A row that comes back has the values that its change columns had. */
function restoringOf(table: TableDefinition, [one]: readonly NetChange[]): Pick<CallChange, "restored"> {
  if (one?.after !== undefined) return {};
  return {
    restored: new Set(
      table.storedColumns.filter(
        ({ formula, columnType }) => formula === undefined && !columnType.isWritable,
      ),
    ),
  };
}

/** There is something to change. */
const ASKED = { action: "Undo", rows: [{}] };

const NONE_UNREAD: ReadonlySet<number> = new Set([]);

/**
 * The row as it was before a call; of one that is still there, with what it has come to be in the columns that the call did not
 * change. What is computed is computed again.
 */
function restoredRow({ table, before, columns }: NetChange, now: Row | undefined): Row {
  if (before === undefined) throw new Error("There was no row before the call.");
  if (now === undefined) return before;
  const values = [...now];
  for (const { name, index, formula, columnType } of table.storedColumns) {
    const isOwn = formula === undefined && columnType.isWritable;
    if (isOwn && columns.has(name)) values[index] = before[index] ?? null;
  }
  return values;
}

/** The cells that the caller writes by taking a change back, for whom `writeIf` is asked. */
function sentBack({ table, columns }: NetChange, now: Row | undefined, values: Row): DraftRow["sent"] {
  const isOwn = ({ name, formula, columnType }: StoredColumnDefinition) =>
    formula === undefined && columnType.isWritable && (now === undefined || columns.has(name));
  return table.storedColumns.map((column) => (isOwn(column) ? (values[column.index] ?? null) : undefined));
}

/** What was done to a row, as it is answered: the columns that the journal keeps, to who may find rows. */
function describeUndone(
  call: Call,
  { table, name, after: left }: NetChange,
  before: Row | undefined,
  after: Row | undefined,
): ResultRow {
  const all = recordedColumns(table);
  const isEdit = before !== undefined && after !== undefined;
  const columns = isEdit ? changedColumns(all, before, after) : all;
  const isShown = mayFind(call.caller);
  const undone: RevertedChange = {
    table: table.name,
    operation: left === undefined ? "add" : isEdit ? "edit" : "delete",
    key: shownKey(table, name),
    before: before === undefined || !isShown ? null : shownImage(imageOfRow(columns, before)).image,
    after: after === undefined || !isShown ? null : shownImage(imageOfRow(columns, after)).image,
  };
  return { ...undone };
}

/**
 * Undo: what a call has changed, rules included, is changed back by a call of its own, in one transaction and through every
 * stage of one. Nothing is done where a row is not as the call left it.
 */
export async function undoCall(
  options: EngineOptions,
  request: UndoRequest,
): Promise<Result<RevertedChange>> {
  const { output: planned, diagnostics } = await planUndo(options, request);
  const result = planned === undefined ? rejected(diagnostics) : await executePlanned(options, planned);
  return result as Result<object> as Result<RevertedChange>;
}

/** Plans an undo. Which rows it changes back is read from the journal when it is carried out. */
export async function planUndo(
  options: EngineOptions,
  { call: id, ...caller }: UndoRequest,
): Promise<Outcome<PlannedCall>> {
  const { definition, readOnly } = options;
  if (readOnly) return noOutput([diagnose("server/read-only", {})]);
  const [table] = [...definition.tables.values()].filter(({ history }) => history !== undefined);
  if (table === undefined) return noOutput([diagnose("history/none", { table: definition.name })]);
  const request = { ...caller, action: "Undo", table: table.name, rows: [{ call: id }] };
  const target = { table, slice: undefined };
  const { output: prepared, diagnostics } = await prepareCall(options, target, request, request.action);
  if (prepared === undefined) return noOutput(diagnostics);
  const change: PlannedChange = {
    ...planChange(prepared, "undo"),
    work: (call, transaction) => revertCall(call, transaction, id),
  };
  return { output: { prepared, request, change }, diagnostics: [] };
}

/** Asks for what a call has changed to be taken back. */
export interface UndoRequest extends HistoryCaller, Pick<EngineRequest, "accessKey" | "idempotencyKey"> {
  /** The id of the call, as history and changes have it. */
  readonly call: string;
}

/** What was done to a row to take back what a call had done. */
export interface RevertedChange {
  readonly table: string;
  readonly operation: ChangeKind;
  readonly key: string;
  /** Of an edit the columns that changed, of a deleted row all; null for one that was added back. */
  readonly before: RowImage | null;
  /** Of an edit the columns that changed, of a row that was added back all; null for a deleted one. */
  readonly after: RowImage | null;
}
