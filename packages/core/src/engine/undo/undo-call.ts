import { diagnose } from "../../diagnostics/index.ts";
import type { EngineOptions } from "../calls/engine-options.ts";
import { explained } from "../calls/explained.ts";
import { unlessNeeded } from "../calls/prepare/needed-properties.ts";
import { prepareCall } from "../calls/prepare/prepare-call.ts";
import { type Result, rejected } from "../calls/result.ts";
import { openAnswers } from "../idempotency/open-answers.ts";
import { inTransaction } from "../transaction/in-transaction.ts";
import { takeBack } from "./take-back.ts";
import type { UndoneChange, UndoRequest } from "./undo-request.ts";

/**
 * Undo: what a call has changed, rules included, is changed back by a call of its own, in one transaction and through every
 * stage of one. Nothing is done where a row is not as the call left it.
 */
export async function undoCall(
  options: EngineOptions,
  { call: id, ...caller }: UndoRequest,
): Promise<Result<UndoneChange>> {
  const { definition, store, readOnly } = options;
  if (readOnly) return rejected([diagnose("server/read-only", {})]);
  const [table] = [...definition.tables.values()].filter(({ history }) => history !== undefined);
  if (table === undefined) return rejected([diagnose("history/none", { table: definition.name })]);
  const request = { ...caller, action: "Undo", table: table.name, rows: [{ call: id }] };
  const target = { table, slice: undefined };
  const { output: prepared, diagnostics } = await prepareCall(options, target, request, request.action);
  if (prepared === undefined) return rejected(diagnostics);
  if (caller.idempotencyKey !== undefined) await openAnswers(options);
  const undone = inTransaction(prepared, store, (call, transaction) => takeBack(call, transaction, id), {
    alone: true,
  });
  const result = await explained(definition, undone, rejected, caller).finally(() => prepared.tellEnd());
  return unlessNeeded(prepared, result) as Result<object> as Result<UndoneChange>;
}
