import { diagnose } from "../../diagnostics/index.ts";
import { evaluateRow } from "../../expression/index.ts";
import { type UpdateMode, updateModesOf } from "../../schema/index.ts";
import type { Call } from "../call.ts";
import type { EngineRequest } from "../request.ts";
import { type Rejected, rejected } from "../result.ts";

/** Whether the table takes this kind of change, and whether the call has rows to change: a refusal, or undefined. */
export function authorise(call: Call, mode: UpdateMode, { rows = [] }: EngineRequest): Rejected | undefined {
  const { action, table } = call;
  if (!allowedUpdates(call).has(mode)) {
    return rejected([
      diagnose("access/not-allowed", { action, table: table.name, by: "the table's updates" }),
    ]);
  }
  if (rows.length === 0) return rejected([diagnose("request/rows-missing", { action })]);
  return undefined;
}

/** The changes that the table takes: a fixed set, or what its expression says for this caller. */
function allowedUpdates({ table, request }: Call): ReadonlySet<UpdateMode> {
  if (table.updatesExpression === undefined) return table.updates;
  const word = evaluateRow(table.updatesExpression, [], request);
  return updateModesOf(String(word ?? "")) ?? new Set();
}
