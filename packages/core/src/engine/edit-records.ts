import type { Store } from "../storage/index.ts";
import { authorise } from "./access/authorise.ts";
import { answerChanged } from "./answer-changed.ts";
import { batchLoad } from "./batch-loading/batch-load.ts";
import type { Call } from "./calls/call.ts";
import type { CallTransaction } from "./calls/change-log.ts";
import type { PreparedCall } from "./calls/prepare/prepared-call.ts";
import type { EngineRequest } from "./calls/request.ts";
import { type Result, rejected } from "./calls/result.ts";
import { loadRows } from "./stages/load-rows.ts";
import { readCells } from "./stages/read-cells.ts";
import { saveDrafts } from "./stages/save-drafts.ts";
import { changeRows } from "./stages/start-rows.ts";
import { inTransaction } from "./transaction/in-transaction.ts";
import { planChange } from "./transaction/plan-change.ts";

/** Edit: the columns that are given replace those of the stored row; every other column keeps its value. */
export async function editRecords(
  prepared: PreparedCall,
  store: Store,
  request: EngineRequest,
): Promise<Result> {
  const edit = async (call: Call, transaction: CallTransaction): Promise<Result> => {
    const refusal = await batchLoad(call, transaction, () => authorise(call, "edit", request));
    if (refusal !== undefined) return refusal;
    const read = await readCells(call, request);
    const loaded = await loadRows(call, transaction, read);
    const saved = await saveDrafts(call, transaction, changeRows(call.table, loaded));
    if (saved.output === undefined) return rejected(saved.diagnostics);
    return answerChanged(call, transaction, saved.output, read.warnings);
  };
  return inTransaction(prepared, store, edit, planChange(prepared, "edit").use);
}
