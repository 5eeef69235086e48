import { authorise } from "./access/authorise.ts";
import { answerChanged } from "./answer-changed.ts";
import { batchLoad } from "./batch-loading/batch-loaded-tables.ts";
import type { Call } from "./calls/call.ts";
import type { CallTransaction } from "./calls/change-log.ts";
import type { EngineRequest } from "./calls/request.ts";
import { type Result, rejected } from "./calls/result.ts";
import { withSent } from "./stages/check-rows.ts";
import { loadRows } from "./stages/load-rows.ts";
import { readCells } from "./stages/read-cells.ts";
import { saveDrafts } from "./stages/save-drafts.ts";
import { changeRows } from "./stages/start-rows.ts";

/** Edit: the columns that are given replace those of the stored row; every other column keeps its value. */
export async function editRecords(
  call: Call,
  transaction: CallTransaction,
  request: EngineRequest,
): Promise<Result> {
  const refusal = await batchLoad(call, transaction, () => authorise(call, "edit", request));
  if (refusal !== undefined) return refusal;
  const read = await readCells(call, request);
  const loaded = await loadRows(call, transaction, read);
  const saved = await saveDrafts(call, transaction, withSent(call, changeRows(call.table, loaded), read));
  if (saved.output === undefined) return rejected(saved.diagnostics);
  return answerChanged(call, transaction, saved.output, read.warnings);
}
