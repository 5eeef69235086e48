import type { Store } from "../storage/index.ts";
import type { Call } from "./call.ts";
import { inTransaction } from "./in-transaction.ts";
import type { EngineRequest } from "./request.ts";
import { type Result, rejected } from "./result.ts";
import { authorise } from "./stages/authorise.ts";
import { checkRows } from "./stages/check-rows.ts";
import { computeFormulas } from "./stages/compute-formulas.ts";
import { forgetGathered } from "./stages/forget-gathered.ts";
import { gather } from "./stages/gather.ts";
import { readCells } from "./stages/read-cells.ts";
import { startOrChangeRows } from "./stages/start-or-change-rows.ts";
import { startRows } from "./stages/start-rows.ts";
import { writeCells } from "./stages/write-cells.ts";
import { saveRows } from "./stages/write-changes.ts";

/**
 * Add: new rows, or with `OnDuplicate: "update"` edits where a key exists. Every stage before the write is pure, so a
 * rejected request has touched nothing.
 */
export async function addRecords(call: Call, store: Store, request: EngineRequest): Promise<Result> {
  return inTransaction(call, store, async (transaction) => {
    const refusal = await gather(call, transaction, () => authorise(call, "add", request));
    if (refusal !== undefined) return refusal;
    const read = readCells(call, request);
    const drafts = call.updatesDuplicates
      ? await startOrChangeRows(call, transaction, read)
      : await gather(call, transaction, () => startRows(call, read));
    const isEdit = drafts.rows.some(({ before }) => before !== undefined);
    const editRefusal = isEdit
      ? await gather(call, transaction, () => authorise(call, "edit", request))
      : undefined;
    if (editRefusal !== undefined) return editRefusal;
    const checked = await gather(call, transaction, () => checkRows(call, computeFormulas(call, drafts)));
    if (checked.output === undefined) return rejected(checked.diagnostics);
    const written = await saveRows(call, transaction, checked.output);
    if (written.output === undefined) return rejected(written.diagnostics);
    const { output } = written;
    forgetGathered(call);
    return gather(call, transaction, () => writeCells(call, output));
  });
}
