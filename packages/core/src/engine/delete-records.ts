import { hasErrors } from "../diagnostics/index.ts";
import type { Store } from "../storage/index.ts";
import type { Call } from "./call.ts";
import { inTransaction } from "./in-transaction.ts";
import type { EngineRequest } from "./request.ts";
import { type Result, rejected } from "./result.ts";
import { authorise } from "./stages/authorise.ts";
import { findParts } from "./stages/find-parts.ts";
import { gather } from "./stages/gather.ts";
import { loadRows } from "./stages/load-rows.ts";
import { readKeys } from "./stages/read-keys.ts";
import { writeCells } from "./stages/write-cells.ts";
import { deleteRows } from "./stages/write-changes.ts";

/** Delete: the rows are answered with all their values, as they were. Their parts are deleted before them, unasked. */
export async function deleteRecords(call: Call, store: Store, request: EngineRequest): Promise<Result> {
  return inTransaction(call, store, async (transaction) => {
    const refusal = await gather(call, transaction, () => authorise(call, "delete", request));
    if (refusal !== undefined) return refusal;
    const loaded = await loadRows(call, transaction, readKeys(call, request));
    if (hasErrors(loaded.diagnostics)) return rejected(loaded.diagnostics);
    const rows = loaded.rows.map(({ before }) => before);
    const result = await gather(call, transaction, () => writeCells(call, rows));
    const parts = await findParts(call, transaction.unfiltered, rows);
    for (const part of parts.toReversed()) await deleteRows(part.table, transaction, part.rows);
    await deleteRows(call.table, transaction, rows);
    return result;
  });
}
