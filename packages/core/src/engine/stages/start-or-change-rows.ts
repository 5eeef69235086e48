import { isFull } from "../../diagnostics/index.ts";
import type { RowReader } from "../../storage/index.ts";
import { batchLoad } from "../batch-loading/batch-load.ts";
import type { Call } from "../calls/call.ts";
import { keyFrom } from "../keys/key-from.ts";
import type { Batch, DraftRow, KeyedRow, ReadRow } from "./rows.ts";
import { changeRows, startRows } from "./start-rows.ts";
import { loadRows } from "./stored-rows/load-rows.ts";

/**
 * The rows of an Add that updates what is there: a row whose key exists is an edit of that row, which initial values
 * leave alone, and every other row is new. A key that an initial value gives counts like one that is sent. A row that is sent
 * with its version has to be there.
 */
export async function startOrChangeRows(
  call: Call,
  transaction: RowReader,
  read: Batch<ReadRow>,
): Promise<Batch<DraftRow>> {
  if (isFull(read.diagnostics)) return { rows: [], diagnostics: read.diagnostics };
  const started = await batchLoad(call, transaction, () =>
    startRows(call, { rows: read.rows, diagnostics: [] }),
  );
  const keyed = read.rows.flatMap((row, index) => withKey(call, row, started.rows[index]));
  const loaded = await loadRows(call, transaction, { rows: keyed, diagnostics: read.diagnostics });
  const existing = new Set(
    read.rows.flatMap(({ version, position }) => (version === undefined ? [] : position)),
  );
  const changed = new Set(loaded.rows.map(({ position }) => position));
  const rows = [
    ...changeRows(call.table, { rows: loaded.rows, diagnostics: [] }).rows,
    ...started.rows.filter(({ position }) => !changed.has(position)),
  ];
  return {
    rows: rows.sort((a, b) => a.position - b.position),
    diagnostics: [
      ...loaded.diagnostics.filter(({ code, row = 0 }) => code !== "row/not-found" || existing.has(row)),
      ...started.diagnostics.filter(({ row = 0 }) => !changed.has(row)),
    ],
  };
}

function withKey({ table }: Call, row: ReadRow, draft: DraftRow | undefined): readonly KeyedRow[] {
  const key = row.key ?? (draft && keyFrom(table, draft.values));
  return key === undefined ? [] : [{ ...row, key }];
}
