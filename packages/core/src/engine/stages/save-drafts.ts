import {
  type Diagnostic,
  DiagnosticList,
  diagnose,
  hasErrors,
  type Outcome,
} from "../../diagnostics/index.ts";
import type { Task } from "../../expression/parts.ts";
import type { StoredColumnDefinition, TableDefinition } from "../../schema/index.ts";
import { ConstraintViolation, type Row, type RowReader, type WriteTransaction } from "../../storage/index.ts";
import { refusedRow } from "../access/explained.ts";
import { batchLoad, forgetBatchLoaded } from "../batch-loading/batch-loaded-tables.ts";
import { type Call, inChunks } from "../calls/call.ts";
import type { CallTransaction } from "../calls/change-log.ts";
import { numbersTable } from "../engine-tables/engine-table.ts";
import { keyOfRow, writeKey } from "../keys/key-from.ts";
import { checkRows } from "./check-rows.ts";
import { computeFormulas } from "./compute-formulas.ts";
import type { Batch, CheckedRow, DraftRow } from "./rows.ts";

/** Computes and checks rows of the call's table and writes them when none has an error; answers them as stored. */
export async function saveDrafts(
  call: Call,
  transaction: CallTransaction,
  drafts: Batch<DraftRow>,
): Promise<Outcome<readonly Row[]>> {
  const { rows, diagnostics } = await checkDrafts(call, transaction, transaction.unfiltered, drafts);
  if (hasErrors(diagnostics)) return { output: undefined, diagnostics };
  const written = await saveRows(call, transaction, rows);
  if (written.output === undefined) return written;
  forgetBatchLoaded(call);
  noteChanges(call, transaction, rows, written.output);
  if (!call.table.withCheck) return written;
  const lost = await rowsLost(call, transaction, rows, written.output);
  return lost.length === 0 ? written : { output: undefined, diagnostics: lost };
}

function noteChanges(
  { table }: Call,
  { changes }: CallTransaction,
  rows: readonly CheckedRow[],
  written: readonly Row[],
): void {
  if (!changes.hasListeners) return;
  for (const [index, { before, position }] of rows.entries())
    changes.note({ table, before, after: written[index], position });
}

/**
 * Numbers, computes and checks rows of the call's table: those that have no error, and all errors. `stored` reads all rows, those
 * that are hidden from the caller included. Where rows are refused one by one, the others are numbered without them.
 */
export async function checkDrafts(
  call: Call,
  transaction: RowReader & Pick<WriteTransaction, "insert" | "update">,
  stored: RowReader,
  drafts: Batch<DraftRow>,
  isRowByRow = false,
): Promise<Batch<CheckedRow>> {
  const refused: Diagnostic[] = [];
  for (let open = drafts; ; ) {
    const { numbered, keep } = await numberRows(call, stored, transaction, open);
    const checked = await batchLoad(call, transaction, () => computeAndCheck(call, numbered));
    const errors = checked.diagnostics.filter(({ severity }) => severity === "error");
    if (errors.length === 0 || numbered === open || !isRowByRow) {
      await keep();
      return { rows: checked.rows, diagnostics: [...refused, ...checked.diagnostics] };
    }
    for (const error of errors) refused.push(error);
    const wrong = new Set(errors.map(({ row }) => row));
    open = { rows: open.rows.filter(({ position }) => !wrong.has(position)), diagnostics: [] };
  }
}

function* computeAndCheck(call: Call, drafts: Batch<DraftRow>): Task<Batch<CheckedRow>> {
  return yield* checkRows(call, yield* computeFormulas(call, drafts));
}

/** An error for each row that the caller could no longer see; what the filter says is known when all is written. */
async function rowsLost(
  { table, slice }: Call,
  transaction: CallTransaction,
  rows: readonly CheckedRow[],
  written: readonly Row[],
): Promise<Outcome<never>["diagnostics"]> {
  const keys = written.map((row) => keyOfRow(table, row));
  const seen = await transaction.getByKeys(table.name, keys);
  const lost = new DiagnosticList();
  for (const [index, { position }] of rows.entries()) {
    if (seen[index] !== undefined) continue;
    const key = writeKey(table, keys[index] ?? []);
    lost.add(diagnose("rule/with-check", { key, table: (slice ?? table).name }, { row: position, key }));
  }
  return lost.all;
}

/** Writes new rows; none when a key exists already or is sent twice. */
async function insertRows(
  { table, change: { instants } }: Call,
  transaction: CallTransaction,
  rows: readonly CheckedRow[],
): Promise<Outcome<readonly Row[]>> {
  if (rows.length === 0) return { output: [], diagnostics: [] };
  const outcome = await transaction.insert(table.name, instants.rowsOf(table, rows));
  if (outcome.duplicates.length === 0) return { output: outcome.rows, diagnostics: [] };
  const written = rows.map(({ values }) => writeKey(table, keyOfRow(table, values)));
  const first = new Map(written.toReversed().map((key, index) => [key, written.length - 1 - index]));
  const diagnostics = new DiagnosticList();
  for (const index of outcome.duplicates) {
    const key = written[index] ?? "";
    const isTwice = (first.get(key) ?? index) < index || outcome.repeated?.has(index) === true;
    const code = isTwice ? "key/twice" : "key/duplicate";
    diagnostics.add(diagnose(code, { key }, { row: rows[index]?.position ?? index + 1, key }));
  }
  return { output: undefined, diagnostics: diagnostics.all };
}

/** Writes new rows and rows that are there already, and answers them in the order in which they are given. */
async function saveRows(
  call: Call,
  transaction: CallTransaction,
  rows: readonly CheckedRow[],
): Promise<Outcome<readonly Row[]>> {
  const isNew = ({ before }: CheckedRow) => before === undefined;
  const fresh = rows.every(isNew) ? rows : rows.filter(isNew);
  const existing = fresh === rows ? [] : rows.filter((row) => !isNew(row));
  const inserted = await explainingRefusals(call, fresh, () => insertRows(call, transaction, fresh));
  if (inserted.output === undefined || existing.length === 0) return inserted;
  const updated = await explainingRefusals(call, existing, () => updateRows(call, transaction, existing));
  if (updated.output === undefined) return updated;
  const added = inserted.output.values();
  const changed = updated.output.values();
  const output = rows.map((row) => (isNew(row) ? added : changed).next().value as Row);
  return { output, diagnostics: [] };
}

async function updateRows(
  { table, change: { instants } }: Call,
  transaction: CallTransaction,
  rows: readonly CheckedRow[],
): Promise<Outcome<readonly Row[]>> {
  const output = await transaction.update(table.name, instants.rowsOf(table, rows));
  return { output, diagnostics: [] };
}

/** A row that the database refuses is an error at that row. */
async function explainingRefusals(
  { app, table }: Call,
  rows: readonly CheckedRow[],
  write: () => Promise<Outcome<readonly Row[]>>,
): Promise<Outcome<readonly Row[]>> {
  try {
    return await write();
  } catch (thrown) {
    if (!(thrown instanceof ConstraintViolation) || thrown.table !== table.name) throw thrown;
    const { position, values } = rows[thrown.position] ?? { position: thrown.position + 1, values: [] };
    const key = keyOfRow(table, values);
    const place = { row: position, ...(key.includes(null) ? {} : { key: writeKey(table, key) }) };
    return { output: undefined, diagnostics: [refusedRow(withColumn(thrown, table, values), place, app)] };
  }
}

/** SQLite names no foreign key: where a row has one Ref, it is that of this column. */
function withColumn(
  refused: ConstraintViolation,
  { storedColumns }: TableDefinition,
  values: Row,
): ConstraintViolation {
  const { violation, table, columns, position } = refused;
  if (violation.kind !== "foreign key" || columns.length > 0 || violation.constraint !== undefined)
    return refused;
  const refs = storedColumns.filter(
    ({ type, index }) => type.kind === "Ref" && (values[index] ?? null) !== null,
  );
  const names = refs.map(({ name }) => name);
  return names.length === 1 ? new ConstraintViolation(violation, table, names, position) : refused;
}

/** Deletes rows of any table, some at a time, so that others are served between. */
export async function deleteRows(
  call: Call,
  table: TableDefinition,
  transaction: CallTransaction,
  rows: readonly Row[],
): Promise<void> {
  let deleted = 0;
  for await (const some of inChunks(call, rows)) {
    const keys = some.map((row) => keyOfRow(table, row));
    const before = deleted;
    await transaction.delete(table.name, keys).catch((thrown: unknown) => {
      throw thrown instanceof ConstraintViolation ? thrown.after(before) : thrown;
    });
    deleted += some.length;
  }
}

/**
 * The rows with the next numbers where a new one brings none; `keep` writes the last of them. The last number of a column is kept in
 * the transaction that gives it. So none is given twice, and those of a call that is rolled back are given again. A greater number that is
 * sent is the last from then on. `stored` reads all rows: numbers that a security filter hides are not given either.
 */
async function numberRows(
  call: Call,
  stored: RowReader,
  writer: Pick<WriteTransaction, "insert" | "update">,
  batch: Batch<DraftRow>,
): Promise<{ readonly numbered: Batch<DraftRow>; readonly keep: () => Promise<void> }> {
  const writes: (() => Promise<unknown>)[] = [];
  let { rows } = batch;
  for (const column of call.table.autoNumbered) {
    const { index } = column;
    const open = new Set(rows.filter((row) => isOpen(row, index)));
    const sent = highestOf(
      rows.filter((row) => row.before?.[index] !== row.values[index]).map(({ values }) => values[index]),
    );
    if (open.size === 0 && sent === undefined) continue;
    const name = [call.table.name, column.name];
    const [kept] = await stored.getByKeys(numbersTable.name, [name]);
    const last = kept === undefined ? await highestStored(call, stored, column) : Number(kept[2]);
    let next = Math.max(last, sent ?? last);
    if (open.size > 0)
      rows = rows.map((row) =>
        open.has(row) ? { ...row, values: withValue(row.values, index, ++next) } : row,
      );
    const entry = [...name, next];
    if (kept === undefined) writes.push(() => writer.insert(numbersTable.name, [entry]));
    else if (next !== last) writes.push(() => writer.update(numbersTable.name, [entry]));
  }
  const keep = async () => {
    for (const write of writes) await write();
  };
  return { numbered: rows === batch.rows ? batch : { ...batch, rows }, keep };
}

function isOpen({ before, values, unread }: DraftRow, index: number): boolean {
  return before === undefined && (values[index] ?? null) === null && !unread.has(index);
}

function withValue(values: DraftRow["values"], index: number, value: number): DraftRow["values"] {
  return values.with(index, value);
}

/** The highest number there is, once for a column: later the last one is known. */
async function highestStored(
  { table, read: { context } }: Call,
  stored: RowReader,
  { index }: StoredColumnDefinition,
): Promise<number> {
  const { batches } = await stored.find({ table: table.name, conditions: [], order: [], context });
  let highest = 0;
  for await (const rows of batches)
    highest = Math.max(highest, highestOf(rows.map((row) => row[index])) ?? 0);
  return highest;
}

function highestOf(values: readonly unknown[]): number | undefined {
  let highest: number | undefined;
  for (const value of values)
    if (typeof value === "number" && (highest === undefined || value > highest)) highest = value;
  return highest;
}
