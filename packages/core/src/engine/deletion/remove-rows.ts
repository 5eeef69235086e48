import { type Diagnostic, DiagnosticList, diagnose } from "../../diagnostics/index.ts";
import { keyOf, type Task } from "../../expression/parts.ts";
import type {
  AppDefinition,
  StoredColumnDefinition,
  TableDefinition,
  UpdateMode,
} from "../../schema/index.ts";
import { ConstraintViolation, type Row, type RowReader } from "../../storage/index.ts";
import type { Value } from "../../values/index.ts";
import { allowedUpdates } from "../access/authorise.ts";
import { columnRightsOf } from "../access/column-rights.ts";
import { refusedRow } from "../access/explained.ts";
import { isNameable } from "../access/nameable.ts";
import { batchLoad, forgetBatchLoaded } from "../batch-loading/batch-loaded-tables.ts";
import { type Call, inChunks, onTable } from "../calls/call.ts";
import type { CallTransaction } from "../calls/change-log.ts";
import { keyOfRow, writeKey } from "../keys/key-from.ts";
import { checkWrites } from "../stages/check-rows.ts";
import type { DraftRow, StoredRow } from "../stages/rows.ts";
import { deleteRows, saveDrafts } from "../stages/save-drafts.ts";
import {
  findParts,
  findReferring,
  type LeavingRows,
  leavingRows,
  type PartRows,
  type RefOfTable,
} from "./find-parts.ts";

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
    return [refusedRow(thrown, refused === undefined ? {} : { row: refused.position }, call.app)];
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
  for await (const some of inChunks(call, rows)) {
    for (const { row, whole } of some)
      transaction.changes.note({ table, before: row, after: undefined, position: whole.position });
  }
}

/**
 * Whether the caller may delete the parts that go with rows of the call's table, or edit rows that refer to them: an error
 * for each row and each table that does not take it. What a workflow rule writes is the application's own doing.
 */
async function authoriseParts(
  call: Call,
  transaction: RowReader,
  wholes: readonly StoredRow[],
  parts: readonly PartRows[],
  mode: "delete" | "edit" = "delete",
): Promise<readonly Diagnostic[]> {
  if (call.change.isRuleWrite) return [];
  const tables = new Set(parts.map(({ table }) => table));
  const closed = await batchLoad(call, transaction, () => without(mode, call, tables));
  const owning = closed.map((table) => ({ name: table.name, owners: ownersOf(table, parts) }));
  const diagnostics = new DiagnosticList();
  for (const whole of wholes) {
    const { row, position } = whole;
    for (const { name } of owning.filter(({ owners }) => owners.has(whole))) {
      const key = writeKey(call.table, keyOfRow(call.table, row));
      const table = isNameable(call.caller, name) ? name : undefined;
      diagnostics.add(
        diagnose(
          mode === "delete" ? "access/parts" : "access/blanking",
          { key, table },
          { row: position, key },
        ),
      );
    }
  }
  return diagnostics.all;
}

/** Those of the tables that do not take the change from the caller. */
function* without(
  mode: UpdateMode,
  call: Call,
  tables: Iterable<TableDefinition>,
): Task<readonly TableDefinition[]> {
  const closed: TableDefinition[] = [];
  for (const table of tables) if (!(yield* allowedUpdates(table, call)).has(mode)) closed.push(table);
  return closed;
}

/** The rows that have parts in a table. */
function ownersOf(table: TableDefinition, parts: readonly PartRows[]): ReadonlySet<StoredRow> {
  const owners = new Set<StoredRow>();
  for (const part of parts) {
    if (part.table === table) for (const { whole } of part.rows) owners.add(whole);
  }
  return owners;
}

/**
 * Does what `onDelete` says of the Refs to rows that are about to be deleted, and to those that go with them: errors where
 * one restricts, and blanks where one is cleared.
 */
async function releaseRefs(
  call: Call,
  transaction: CallTransaction,
  wholes: readonly StoredRow[],
  deleted: readonly PartRows[],
): Promise<readonly Diagnostic[]> {
  const tables = new Set(deleted.map(({ table }) => table.name));
  const restricting = refsTo(call.app, tables, "restrict");
  const cleared = refsTo(call.app, tables, "clear");
  if (restricting.length + cleared.length === 0) return [];
  const leaving = await leavingRows(call, deleted);
  const errors = await checkReferences(call, transaction, restricting, leaving);
  return errors.length > 0 ? errors : blankRefs(call, transaction, wholes, cleared, leaving);
}

function refsTo(
  { tables }: AppDefinition,
  targets: ReadonlySet<string>,
  onDelete: "restrict" | "clear",
): readonly RefOfTable[] {
  return [...tables.values()].flatMap((table) =>
    table.storedColumns
      .filter(({ options }) => options.onDelete === onDelete && targets.has(options.table ?? ""))
      .map((ref) => ({ table, ref })),
  );
}

/**
 * Blanks the Refs of rows that the caller sees to rows that are about to be deleted. That is an edit of each row, once,
 * with its formulas, change columns and checks, and the caller has to be allowed to write the Refs. Rows that they do not see stay
 * as they are.
 */
async function blankRefs(
  call: Call,
  transaction: CallTransaction,
  wholes: readonly StoredRow[],
  refs: readonly RefOfTable[],
  leaving: LeavingRows,
): Promise<readonly Diagnostic[]> {
  for (const [table, own] of Map.groupBy(refs, (ref) => ref.table)) {
    const blanked = new Map<Value, BlankedRow>();
    for (const one of own) {
      for (const { row, leaving: part } of await findReferring(call, transaction, one, leaving)) {
        const key = keyOf(row, table.scope);
        const existing = blanked.get(key) ?? { row, whole: part.whole, refs: [] };
        blanked.set(key, { ...existing, refs: [...existing.refs, one.ref] });
      }
    }
    if (blanked.size === 0) continue;
    const rows = [...blanked.values()];
    const errors = await authoriseParts(call, transaction, wholes, [{ table, rows }], "edit");
    if (errors.length > 0) return errors;
    const inner = onTable(call, table);
    const unwritable = await batchLoad(call, transaction, () => refusedWrites(inner, rows));
    if (unwritable.length > 0) return refused(call, table, unwritable);
    const drafts = { rows: rows.map(asDraft), diagnostics: [] };
    const saved = await saveDrafts(inner, transaction, drafts);
    if (saved.output === undefined) return refused(call, table, saved.diagnostics);
  }
  return [];
}

/** A row, the row of the request that it is blanked for, and the Refs that are. */
interface BlankedRow {
  readonly row: Row;
  readonly whole: StoredRow;
  readonly refs: readonly StoredColumnDefinition[];
}

function asDraft({ row, whole, refs }: BlankedRow): DraftRow {
  const blank = new Set(refs.map(({ index }) => index));
  const values = row.map((value, index) => (blank.has(index) ? null : value));
  return { position: whole.position, before: row, values, unread: new Set() };
}

/** An error for each Ref that the caller may not write. Rules and actions write what the application says. */
function* refusedWrites(call: Call, rows: readonly BlankedRow[]): Task<readonly Diagnostic[]> {
  const errors = new DiagnosticList();
  if (call.change.isRuleWrite || !WRITES_CELLS.has(call.action)) return errors.all;
  for (const one of rows) {
    const sent: Value[] = [];
    for (const { index } of one.refs) sent[index] = null;
    for (const { hint: _, ...error } of yield* checkWrites(call, { ...asDraft(one), sent }))
      errors.add(error);
    if (call.read.context.meter.isPauseDue) yield;
  }
  return errors.all;
}

/** Actions of calls by which callers write cells of their own accord. */
const WRITES_CELLS: ReadonlySet<string> = new Set(["Delete", "Undo"]);

/** The errors of rows that the request does not name, at its row that led there; no word of a column that the caller does not read. */
function refused(
  call: Call,
  { name, columns }: TableDefinition,
  diagnostics: readonly Diagnostic[],
): readonly Diagnostic[] {
  return diagnostics
    .filter(({ severity }) => severity === "error")
    .map((error) => {
      const { code, message, hint, row, column } = error;
      if (code === "limit/errors") return error;
      const wrong = columns.find((one) => one.name === column);
      const isHidden = wrong !== undefined && columnRightsOf(call)?.stateOf(wrong) === "hidden";
      const by = isNameable(call.caller, name) && !isHidden ? { table: name, message, hint } : undefined;
      return diagnose("rule/not-blanked", { by }, row === undefined ? {} : { row });
    });
}

/**
 * An error for each row and each restricting Ref that refers to it or to a row that goes with it. Rows that a security
 * filter hides, and Refs that the caller does not read in every row, restrict as well; of those the error says no more than
 * that there are some.
 */
async function checkReferences(
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
    const isRead = columnRightsOf(call)?.stateOf(one.ref) === undefined;
    if (all.length === 0 || !isRead || !isNameable(call.caller, one.table.name)) continue;
    const visible = Map.groupBy(
      await findReferring(call, transaction, one, leaving),
      (row) => row.leaving.whole,
    );
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
