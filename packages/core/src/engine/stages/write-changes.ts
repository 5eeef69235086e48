import { DiagnosticList, diagnose, type Outcome } from "../../diagnostics/index.ts";
import type { TableDefinition } from "../../schema/index.ts";
import { ConstraintViolation, type Row } from "../../storage/index.ts";
import type { Call } from "../calls/call.ts";
import { inStretches } from "../calls/in-stretches.ts";
import { refusedRow } from "../calls/refused-row.ts";
import { keyOfRow, writeKey } from "../keys/key-from.ts";
import type { CallTransaction } from "../transaction/in-transaction.ts";
import type { CheckedRow } from "./rows.ts";

/** Writes new rows; none when a key exists already or stands twice. */
async function insertRows(
  { table, instants }: Call,
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
export async function saveRows(
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
  { table, instants }: Call,
  transaction: CallTransaction,
  rows: readonly CheckedRow[],
): Promise<Outcome<readonly Row[]>> {
  const output = await transaction.update(table.name, instants.rowsOf(table, rows));
  return { output, diagnostics: [] };
}

/** A row that the database refuses is an error at that row. */
async function explainingRefusals(
  { table }: Call,
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
    return { output: undefined, diagnostics: [refusedRow(thrown, place)] };
  }
}

/** Deletes rows of any table, some at a time, so that others are served between. */
export async function deleteRows(
  call: Call,
  table: TableDefinition,
  transaction: CallTransaction,
  rows: readonly Row[],
): Promise<void> {
  let deleted = 0;
  for await (const some of inStretches(call, rows)) {
    const keys = some.map((row) => keyOfRow(table, row));
    const before = deleted;
    await transaction.delete(table.name, keys).catch((thrown: unknown) => {
      throw thrown instanceof ConstraintViolation ? thrown.after(before) : thrown;
    });
    deleted += some.length;
  }
}
