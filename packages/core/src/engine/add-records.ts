import type { Store } from "../storage/index.ts";
import { answerChanged } from "./answer-changed.ts";
import type { Call } from "./call.ts";
import { inTransaction } from "./in-transaction.ts";
import type { EngineRequest } from "./request.ts";
import { type Result, rejected } from "./result.ts";
import { authorise } from "./stages/authorise.ts";
import { gather } from "./stages/gather.ts";
import { readCells } from "./stages/read-cells.ts";
import { saveDrafts } from "./stages/save-drafts.ts";
import { startOrChangeRows } from "./stages/start-or-change-rows.ts";
import { startRows } from "./stages/start-rows.ts";

/**
 * Add: new rows, or with `OnDuplicate: "update"` edits where a key exists. A row is written when no row has a mistake,
 * so a rejected request has changed nothing.
 */
export async function addRecords(call: Call, store: Store, request: EngineRequest): Promise<Result> {
  return inTransaction(call, store, async (transaction) => {
    const refusal = await gather(call, transaction, () => authorise(call, "add", request));
    if (refusal !== undefined) return refusal;
    const read = await readCells(call, request);
    const drafts = call.updatesDuplicates
      ? await startOrChangeRows(call, transaction, read)
      : await gather(call, transaction, () => startRows(call, read));
    const isEdit = drafts.rows.some(({ before }) => before !== undefined);
    const editRefusal = isEdit
      ? await gather(call, transaction, () => authorise(call, "edit", request))
      : undefined;
    if (editRefusal !== undefined) return editRefusal;
    const saved = await saveDrafts(call, transaction, drafts);
    if (saved.output === undefined) return rejected(saved.diagnostics);
    return answerChanged(call, transaction, saved.output);
  });
}
