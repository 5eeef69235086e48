import { DiagnosticList, diagnose, isFull } from "../../../diagnostics/index.ts";
import { runWithPauses, type Task } from "../../../expression/parts.ts";
import type { Row, RowReader } from "../../../storage/index.ts";
import { batchLoad } from "../../batch-loading/batch-load.ts";
import type { Call } from "../../calls/call.ts";
import { mayFind } from "../../calls/request.ts";
import { keyOfRow, writeKey } from "../../keys/key-from.ts";
import { withKeys } from "../reading/read-keys.ts";
import type { Batch, KeyedRow, LoadedRow, ReadRow } from "../rows.ts";
import { rowsInSlice } from "./is-in-slice.ts";
import { versionOfRow } from "./version-of-row.ts";

/**
 * The stored rows that the request's rows name; an error for each that is missing, in the slice too, or, unless
 * `repeats` allows it, named twice.
 */
export async function loadRows(
  call: Call,
  transaction: RowReader,
  read: Batch<ReadRow>,
  { repeats = false }: { repeats?: boolean } = {},
): Promise<Batch<LoadedRow>> {
  const { table } = call;
  const keyed = withKeys(table, read);
  if (isFull(keyed.diagnostics)) return { rows: [], diagnostics: keyed.diagnostics };
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
  return runWithPauses(rowsNamed(call, keyed, stored, new Set(shown), repeats), call.request.meter);
}

function* rowsNamed(
  call: Call,
  keyed: Batch<KeyedRow>,
  found: readonly (Row | undefined)[],
  shown: ReadonlySet<Row>,
  repeats: boolean,
): Task<Batch<LoadedRow>> {
  const { table, request } = call;
  const diagnostics = new DiagnosticList(keyed.diagnostics);
  const seen = new Set<string>();
  const rows: LoadedRow[] = [];
  for (const [index, row] of keyed.rows.entries()) {
    const stored = found[index];
    const before = stored !== undefined && shown.has(stored) ? stored : undefined;
    const key = writeKey(table, before === undefined ? row.key : keyOfRow(table, before));
    const place = { row: row.position, key };
    if (seen.has(key) && !repeats) diagnostics.add(diagnose("key/twice", { key }, place));
    else if (before === undefined) diagnostics.add(diagnose("row/not-found", { key }, place));
    else checkVersion(call, row.version, before, key, place, diagnostics);
    seen.add(key);
    if (before !== undefined) rows.push({ ...row, before });
    if (request.meter.timeSlice.isOver) yield;
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
  const expected = sent ?? call.version.expected;
  if (expected === undefined) return;
  const version = versionOfRow(call, row);
  if (version === expected) return;
  const told = mayFind(call) ? version : undefined;
  diagnostics.add(diagnose("row/changed", { key, version: told }, place));
}
