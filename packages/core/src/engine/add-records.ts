import type { Store } from "../storage/index.ts";
import { authorise } from "./access/authorise.ts";
import { answerChanged } from "./answer-changed.ts";
import { batchLoad } from "./batch-loading/batch-load.ts";
import type { Call } from "./calls/call.ts";
import type { CallTransaction } from "./calls/change-log.ts";
import type { PreparedCall } from "./calls/prepare/prepared-call.ts";
import type { EngineRequest } from "./calls/request.ts";
import { type Result, rejected } from "./calls/result.ts";
import { readCells } from "./stages/read-cells.ts";
import { saveDrafts } from "./stages/save-drafts.ts";
import { startOrChangeRows, startRows } from "./stages/start-rows.ts";
import { inTransaction } from "./transaction/in-transaction.ts";
import { planChange } from "./transaction/plan-change.ts";

/**
 * Add: new rows, or with `OnDuplicate: "update"` edits where a key exists. A row is written when no row has an error,
 * so a rejected request has changed nothing.
 */
export async function addRecords(
  prepared: PreparedCall,
  store: Store,
  request: EngineRequest,
): Promise<Result> {
  const add = async (call: Call, transaction: CallTransaction): Promise<Result> => {
    const refusal = await batchLoad(call, transaction, () => authorise(call, "add", request));
    if (refusal !== undefined) return refusal;
    const read = await readCells(call, request);
    const drafts = call.change.updatesDuplicates
      ? await startOrChangeRows(call, transaction, read)
      : await batchLoad(call, transaction, () => startRows(call, read));
    const isEdit = drafts.rows.some(({ before }) => before !== undefined);
    const editRefusal = isEdit
      ? await batchLoad(call, transaction, () => authorise(call, "edit", request))
      : undefined;
    if (editRefusal !== undefined) return editRefusal;
    const saved = await saveDrafts(call, transaction, drafts);
    if (saved.output === undefined) return rejected(saved.diagnostics);
    return answerChanged(call, transaction, saved.output, read.warnings, { isAdded: !isEdit });
  };
  return inTransaction(prepared, store, add, planChange(prepared, "add").use);
}
