import { diagnose, type Outcome } from "../../diagnostics/index.ts";
import type { Row, WriteTransaction } from "../../storage/index.ts";
import type { Call } from "../call.ts";
import { keyOfRow, writeKey } from "./key-from.ts";
import type { CheckedRow, LoadedRow } from "./rows.ts";

/** Writes new rows; none when a key exists already or stands twice. */
export async function insertRows(
  { table }: Call,
  transaction: WriteTransaction,
  rows: readonly CheckedRow[],
): Promise<Outcome<readonly Row[]>> {
  const outcome = await transaction.insert(
    table.name,
    rows.map(({ values }) => values),
  );
  if (outcome.duplicates.length === 0) return { output: outcome.rows, diagnostics: [] };
  const written = rows.map(({ values }) => writeKey(table, keyOfRow(table, values)));
  const diagnostics = outcome.duplicates.map((index) => {
    const key = written[index] ?? "";
    const code = written.indexOf(key) < index ? "key/twice" : "key/duplicate";
    return diagnose(code, { key }, { row: rows[index]?.position ?? index + 1, key });
  });
  return { output: undefined, diagnostics };
}

export async function updateRows(
  { table }: Call,
  transaction: WriteTransaction,
  rows: readonly CheckedRow[],
): Promise<readonly Row[]> {
  return transaction.update(
    table.name,
    rows.map(({ values }) => values),
  );
}

export async function deleteRows(
  { table }: Call,
  transaction: WriteTransaction,
  rows: readonly LoadedRow[],
): Promise<void> {
  await transaction.delete(
    table.name,
    rows.map(({ key }) => key),
  );
}
