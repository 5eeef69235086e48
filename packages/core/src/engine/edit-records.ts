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
import { loadRows } from "./stages/load-rows.ts";
import { readCells } from "./stages/read-cells.ts";
import { changeRows } from "./stages/start-rows.ts";
import { writeCells } from "./stages/write-cells.ts";
import { updateRows } from "./stages/write-changes.ts";

/** Edit: the columns that are given replace those of the stored row; every other column keeps its value. */
export async function editRecords(call: Call, store: Store, request: EngineRequest): Promise<Result> {
  return inTransaction(call, store, async (transaction) => {
    const refusal = await gather(call, transaction, () => authorise(call, "edit", request));
    if (refusal !== undefined) return refusal;
    const loaded = await loadRows(call, transaction, readCells(call, request));
    const drafts = changeRows(loaded);
    const checked = await gather(call, transaction, () => checkRows(call, computeFormulas(call, drafts)));
    if (checked.output === undefined) return rejected(checked.diagnostics);
    const written = await updateRows(call, transaction, checked.output);
    forgetGathered(call);
    return gather(call, transaction, () => writeCells(call, written));
  });
}
