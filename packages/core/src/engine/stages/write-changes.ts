import { DiagnosticList, diagnose, type Outcome } from "../../diagnostics/index.ts";
import type { TableDefinition } from "../../schema/index.ts";
import type { Row } from "../../storage/index.ts";
import type { Call } from "../calls/call.ts";
import type { CallTransaction } from "../calls/in-transaction.ts";
import { keyOfRow, writeKey } from "./key-from.ts";
import type { CheckedRow } from "./rows.ts";

/** Writes new rows; none when a key exists already or stands twice. */
async function insertRows(
  { table }: Call,
  transaction: CallTransaction,
  rows: readonly CheckedRow[],
): Promise<Outcome<readonly Row[]>> {
  const outcome = await transaction.insert(
    table.name,
    rows.map(({ values }) => values),
  );
  if (outcome.duplicates.length === 0) return { output: outcome.rows, diagnostics: [] };
  const written = rows.map(({ values }) => writeKey(table, keyOfRow(table, values)));
  const first = new Map(written.toReversed().map((key, index) => [key, written.length - 1 - index]));
  const diagnostics = new DiagnosticList();
  for (const index of outcome.duplicates) {
    const key = written[index] ?? "";
    const code = (first.get(key) ?? index) < index ? "key/twice" : "key/duplicate";
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
  const fresh = rows.filter(isNew);
  const known = rows.filter((row) => !isNew(row));
  if (known.length === 0) return insertRows(call, transaction, fresh);
  const inserted = fresh.length === 0 ? undefined : await insertRows(call, transaction, fresh);
  if (inserted !== undefined && inserted.output === undefined) return inserted;
  const added = (inserted?.output ?? []).values();
  const changed = (await updateRows(call, transaction, known)).values();
  const output = rows.map((row) => (isNew(row) ? added : changed).next().value as Row);
  return { output, diagnostics: [] };
}

async function updateRows(
  { table }: Call,
  transaction: CallTransaction,
  rows: readonly CheckedRow[],
): Promise<readonly Row[]> {
  return transaction.update(
    table.name,
    rows.map(({ values }) => values),
  );
}

/** Deletes rows of any table, some at a time, so that others are served between. */
export async function deleteRows(
  { request }: Call,
  table: TableDefinition,
  transaction: CallTransaction,
  rows: readonly Row[],
): Promise<void> {
  const { meter } = request;
  for (let from = 0; from < rows.length; from += DELETED_AT_ONCE) {
    if (meter.turn.isOver) await meter.pause();
    const some = rows.slice(from, from + DELETED_AT_ONCE);
    await transaction.delete(
      table.name,
      some.map((row) => keyOfRow(table, row)),
    );
  }
}

const DELETED_AT_ONCE = 2_000;
