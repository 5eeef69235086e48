import { DiagnosticList, diagnose, isFull } from "../../diagnostics/index.ts";
import { evaluateAsTask, runWithPauses, type Task } from "../../expression/parts.ts";
import type { TableDefinition } from "../../schema/index.ts";
import type { Row, RowReader } from "../../storage/index.ts";
import { fingerprintOf } from "../../values/index.ts";
import { columnRightsOf } from "../access/column-rights.ts";
import { mayFind } from "../access/nameable.ts";
import { batchLoad } from "../batch-loading/batch-loaded-tables.ts";
import type { Call } from "../calls/call.ts";
import type { CallTransaction } from "../calls/change-log.ts";
import { keyOfRow, writeKey } from "../keys/key-from.ts";
import { withKeys } from "./read-cells.ts";
import type { Batch, KeyedRow, LoadedRow, ReadRow, StoredRow } from "./rows.ts";

/** Which rows are no error. */
interface Allowed {
  /** One that is named twice. */
  readonly repeats?: boolean;
  /** One that is missing and was sent without a version: it is new. */
  readonly adds?: boolean;
}

/** The stored rows that the request's rows name; an error for each that is missing, in the slice too, or named twice. */
export async function loadRows(
  call: Call,
  transaction: RowReader,
  read: Batch<ReadRow>,
  allowed: Allowed = {},
): Promise<Batch<LoadedRow>> {
  const { table } = call;
  const keyed = withKeys(call, read);
  if (isFull(keyed.diagnostics, call.limits.listed)) return { rows: [], diagnostics: keyed.diagnostics };
  const stored = await transaction.getByKeys(
    table.name,
    keyed.rows.map(({ key }) => key),
  );
  const shown = await batchLoad(call, transaction, () =>
    rowsInSlice(
      call,
      stored.filter((row) => row !== undefined),
    ),
  );
  return runWithPauses(rowsNamed(call, keyed, stored, new Set(shown), allowed), call.read.context.meter);
}

function* rowsNamed(
  call: Call,
  keyed: Batch<KeyedRow>,
  found: readonly (Row | undefined)[],
  shown: ReadonlySet<Row>,
  { repeats = false, adds = false }: Allowed,
): Task<Batch<LoadedRow>> {
  const {
    table,
    read: { context },
  } = call;
  const diagnostics = new DiagnosticList(keyed.diagnostics, call.limits.listed);
  const seen = new Set<string>();
  const rows: LoadedRow[] = [];
  for (const [index, row] of keyed.rows.entries()) {
    const stored = found[index];
    const before = stored !== undefined && shown.has(stored) ? stored : undefined;
    const key = writeKey(table, before === undefined ? row.key : keyOfRow(table, before));
    const place = { row: row.position, key };
    if (seen.has(key) && !repeats) diagnostics.add(diagnose("key/twice", { key }, place));
    else if (before !== undefined) checkVersion(call, row.version, before, key, place, diagnostics);
    else if (!adds || row.version !== undefined) diagnostics.add(diagnose("row/not-found", { key }, place));
    seen.add(key);
    if (before !== undefined) rows.push({ ...row, before });
    if (context.meter.timeSlice.isOver) yield;
  }
  return { rows, diagnostics: diagnostics.all };
}

/** An error where the row is not as the caller knows it. */
function checkVersion(
  call: Call,
  sent: string | undefined,
  row: Row,
  key: string,
  place: { readonly row: number; readonly key: string },
  diagnostics: DiagnosticList,
): void {
  const expected = sent ?? call.answer.version.expected;
  if (expected === undefined) return;
  const version = versionOfRow(call, row);
  if (version === expected) return;
  const told = mayFind(call.caller) ? version : undefined;
  diagnostics.add(diagnose("row/changed", { key, version: told }, place));
}

/**
 * Rows as they are after further writes, undefined for one that is gone. They are the caller's own, so he is given them
 * although they may have left the security filter meanwhile.
 */
export async function currentRows(
  table: TableDefinition,
  transaction: CallTransaction,
  rows: readonly Row[],
): Promise<readonly (Row | undefined)[]> {
  return transaction.unfiltered.getByKeys(
    table.name,
    rows.map((row) => keyOfRow(table, row)),
  );
}

/** Rows as they are after further writes, those that are gone as they last were. */
export async function reloadRows(
  table: TableDefinition,
  transaction: CallTransaction,
  rows: readonly StoredRow[],
): Promise<readonly StoredRow[]> {
  const earlier = rows.map(({ row }) => row);
  const current = await currentRows(table, transaction, earlier);
  return rows.map(({ position, row: last }, index) => {
    const row = current[index];
    return row === undefined ? { position, row: last, isGone: true } : { position, row };
  });
}

/** Whether the table or slice of the call has the row. A slice's filter sees what the caller sees. */
function* isInSlice({ slice, read: { context }, observations }: Call, row: Row): Task<boolean> {
  if (slice?.filter === undefined) return true;
  const value = yield* evaluateAsTask(slice.filter, row, context);
  observations?.evaluates(slice.filter, value);
  return value === true;
}

/** Those of the rows that are in the slice of the call. */
export function* rowsInSlice(call: Call, rows: readonly Row[]): Task<readonly Row[]> {
  if (call.slice?.filter === undefined) return rows;
  const { host, meter } = call.read.context;
  const { timeSlice } = meter;
  const shown: Row[] = [];
  for (const row of rows) {
    try {
      if (yield* isInSlice(call, row)) shown.push(row);
    } catch (thrown) {
      if (!host?.defers(thrown)) throw thrown;
    }
    if (timeSlice.isOver) yield;
  }
  return shown;
}

/**
 * A text that is another one when the row has other values in the stored columns that the call shows. Columns that a slice does
 * not show, or that the caller does not read of every row, are no part of it, or their values could be guessed by it.
 */
export function versionOfRow(call: Call, row: Row): string {
  const rights = columnRightsOf(call);
  const { storedColumns: all } = call.slice ?? call.table;
  const storedColumns =
    rights === undefined ? all : all.filter((column) => rights.stateOf(column) === undefined);
  return fingerprintOf(JSON.stringify(storedColumns.map(({ index }) => row[index] ?? null)));
}
