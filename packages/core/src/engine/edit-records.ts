import type { Store } from "../storage/index.ts";
import { answerChanged } from "./answer-changed.ts";
import type { Call } from "./call.ts";
import { inTransaction } from "./in-transaction.ts";
import type { EngineRequest } from "./request.ts";
import { type Result, rejected } from "./result.ts";
import { authorise } from "./stages/authorise.ts";
import { gather } from "./stages/gather.ts";
import { loadRows } from "./stages/load-rows.ts";
import { readCells } from "./stages/read-cells.ts";
import { saveDrafts } from "./stages/save-drafts.ts";
import { changeRows } from "./stages/start-rows.ts";

/** Edit: the columns that are given replace those of the stored row; every other column keeps its value. */
export async function editRecords(call: Call, store: Store, request: EngineRequest): Promise<Result> {
  return inTransaction(call, store, async (transaction) => {
    const refusal = await gather(call, transaction, () => authorise(call, "edit", request));
    if (refusal !== undefined) return refusal;
    const loaded = await loadRows(call, transaction, await readCells(call, request));
    const saved = await saveDrafts(call, transaction, changeRows(loaded));
    if (saved.output === undefined) return rejected(saved.diagnostics);
    return answerChanged(call, transaction, saved.output);
  });
}
