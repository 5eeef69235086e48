import type { Store } from "../storage/index.ts";
import type { Call } from "./call.ts";
import { inTransaction } from "./in-transaction.ts";
import type { EngineRequest } from "./request.ts";
import { type Result, rejected } from "./result.ts";
import { authorise } from "./stages/authorise.ts";
import { checkRows } from "./stages/check-rows.ts";
import { computeFormulas } from "./stages/compute-formulas.ts";
import { gather } from "./stages/gather.ts";
import { readCells } from "./stages/read-cells.ts";
import { startRows } from "./stages/start-rows.ts";
import { writeCells } from "./stages/write-cells.ts";
import { insertRows } from "./stages/write-changes.ts";

/** Add: every stage before the write is pure, so a rejected request has touched nothing. */
export async function addRecords(call: Call, store: Store, request: EngineRequest): Promise<Result> {
  return inTransaction(call, store, async (transaction) => {
    await gather(call, transaction);
    const refusal = authorise(call, "add", request);
    if (refusal !== undefined) return refusal;
    const computed = computeFormulas(call, startRows(call, readCells(call, request)));
    const checked = checkRows(call, computed);
    if (checked.output === undefined) return rejected(checked.diagnostics);
    const written = await insertRows(call, transaction, checked.output);
    return written.output === undefined ? rejected(written.diagnostics) : writeCells(call, written.output);
  });
}
