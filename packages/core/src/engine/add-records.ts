import { authorise } from "./access/authorise.ts";
import { answerChanged } from "./answer-changed.ts";
import { batchLoad } from "./batch-loading/batch-loaded-tables.ts";
import type { Call } from "./calls/call.ts";
import type { CallTransaction } from "./calls/change-log.ts";
import type { EngineRequest } from "./calls/request.ts";
import { type Result, rejected } from "./calls/result.ts";
import { withSent } from "./stages/check-rows.ts";
import { readCells } from "./stages/read-cells.ts";
import { saveDrafts } from "./stages/save-drafts.ts";
import { startOrChangeRows, startRows } from "./stages/start-rows.ts";

/**
 * Add: new rows, or with `OnDuplicate: "update"` edits where a key exists. A row is written when no row has an error,
 * so a rejected request has changed nothing.
 */
export async function addRecords(
  call: Call,
  transaction: CallTransaction,
  request: EngineRequest,
): Promise<Result> {
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
  const saved = await saveDrafts(call, transaction, withSent(call, drafts, read));
  if (saved.output === undefined) return rejected(saved.diagnostics);
  return answerChanged(call, transaction, saved.output, read.warnings, { isAdded: !isEdit });
}
