import { DiagnosticList, diagnose, type Outcome } from "../../diagnostics/index.ts";
import type { Task } from "../../expression/parts.ts";
import type { Row } from "../../storage/index.ts";
import { batchLoad, forgetBatchLoaded } from "../batch-loading/batch-load.ts";
import type { Call } from "../calls/call.ts";
import { keyOfRow, writeKey } from "../keys/key-from.ts";
import type { CallTransaction } from "../transaction/in-transaction.ts";
import { checkRows } from "./checking/check-rows.ts";
import { computeFormulas } from "./compute-formulas.ts";
import { numberRows } from "./number-rows.ts";
import type { Batch, CheckedRow, DraftRow } from "./rows.ts";
import { saveRows } from "./write-changes.ts";

/** Computes and checks rows of the call's table and writes them when none has an error; answers them as stored. */
export async function saveDrafts(
  call: Call,
  transaction: CallTransaction,
  drafts: Batch<DraftRow>,
): Promise<Outcome<readonly Row[]>> {
  const isNumbered = call.table.autoNumbered.length > 0;
  const numbered = isNumbered ? await numberRows(call, transaction.unfiltered, transaction, drafts) : drafts;
  const { output: rows, diagnostics } = await batchLoad(call, transaction, () =>
    computeAndCheck(call, numbered),
  );
  if (rows === undefined) return { output: undefined, diagnostics };
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
  if (!changes.isHeard) return;
  for (const [index, { before, position }] of rows.entries())
    changes.note({ table, before, after: written[index], position });
}

function* computeAndCheck(call: Call, drafts: Batch<DraftRow>): Task<Outcome<readonly CheckedRow[]>> {
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
