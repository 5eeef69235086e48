import { hasErrors } from "../diagnostics/index.ts";
import { authorise } from "./access/authorise.ts";
import { answeringStored } from "./access/nameable.ts";
import { writeCells } from "./answers/write-cells.ts";
import { batchLoad } from "./batch-loading/batch-loaded-tables.ts";
import type { Call } from "./calls/call.ts";
import type { CallTransaction } from "./calls/change-log.ts";
import type { EngineRequest } from "./calls/request.ts";
import { type Result, rejected } from "./calls/result.ts";
import { removeRows } from "./deletion/remove-rows.ts";
import { runRules } from "./rules/run-rules.ts";
import { loadRows } from "./stages/load-rows.ts";
import { readKeys } from "./stages/read-cells.ts";

/** Delete: the rows are answered with all their values, as they were. Their parts go before them. */
export async function deleteRecords(
  call: Call,
  transaction: CallTransaction,
  request: EngineRequest,
): Promise<Result> {
  const refusal = await batchLoad(call, transaction, () => authorise(call, "delete", request));
  if (refusal !== undefined) return refusal;
  const loaded = await loadRows(call, transaction, await readKeys(call, request));
  if (hasErrors(loaded.diagnostics)) return rejected(loaded.diagnostics);
  const rows = loaded.rows.map(({ position, before }) => ({ position, row: before }));
  const result = await batchLoad(call, transaction, () =>
    writeCells(
      answeringStored(call),
      rows.map(({ row }) => row),
    ),
  );
  const errors = await removeRows(call, transaction, rows);
  if (errors.length > 0) return rejected(errors);
  const { diagnostics } = await runRules(call, transaction);
  return diagnostics.length > 0 ? rejected(diagnostics) : result;
}
