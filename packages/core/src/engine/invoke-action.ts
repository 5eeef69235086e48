import { type Diagnostic, DiagnosticList, diagnose, hasErrors } from "../diagnostics/index.ts";
import type { Task } from "../expression/parts.ts";
import type { ActionDefinition } from "../schema/index.ts";
import type { Row } from "../storage/index.ts";
import { authorise } from "./access/authorise.ts";
import { isNameable } from "./access/nameable.ts";
import { applyAction, groupWithoutRepeats } from "./actions/apply-action.ts";
import { answerChanged } from "./answer-changed.ts";
import { batchLoad } from "./batch-loading/batch-loaded-tables.ts";
import { type Call, onTable } from "./calls/call.ts";
import type { CallTransaction } from "./calls/change-log.ts";
import type { EngineRequest } from "./calls/request.ts";
import { type Rejected, type Result, rejected } from "./calls/result.ts";
import { keyOfRow, writeKey } from "./keys/key-from.ts";
import { loadRows, reloadRows } from "./stages/load-rows.ts";
import { readKeys } from "./stages/read-cells.ts";
import type { StoredRow } from "./stages/rows.ts";
import type { ChangePlan } from "./transaction/plan-change.ts";

/**
 * An action by its name, on the rows that the request names: a row named several times is acted on as often. The rows
 * are answered as they are afterwards, those that the action skipped unchanged and with a warning.
 */
export async function invokeAction(
  action: ActionDefinition,
  plan: ChangePlan,
  call: Call,
  transaction: CallTransaction,
  request: EngineRequest,
): Promise<Result> {
  const refusal = await batchLoad(call, transaction, () => authoriseAction(call, plan, request));
  if (refusal !== undefined) return refusal;
  const loaded = await loadRows(call, transaction, await readKeys(call, request), { repeats: true });
  if (hasErrors(loaded.diagnostics)) return rejected(loaded.diagnostics);
  const named = loaded.rows.map(({ position, before }) => ({ position, row: before }));
  const keyOf = ({ row }: StoredRow) => writeKey(call.table, keyOfRow(call.table, row));
  const latest = new Map<string, Row>();
  const rounds = groupWithoutRepeats<StoredRow>(named, keyOf);
  if (rounds.output === undefined) return rejected(rounds.diagnostics);
  const warnings = new DiagnosticList();
  const { meter } = call.read.context;
  for (const [index, round] of rounds.output.entries()) {
    await meter.giveWay();
    const rows = index === 0 ? round : await reloadRows(call.table, transaction, round);
    const acted = await applyAction(call, transaction, action, rows);
    if (acted.output === undefined) return rejected(acted.diagnostics);
    warnings.addAll(acted.warnings);
    for (const one of acted.output) latest.set(keyOf(one), one.row);
  }
  const answered = named.map((one) => latest.get(keyOf(one)) ?? one.row);
  // Columns that are set are answered as they were written; other actions may have come to the same rows in other ways.
  return answerChanged(call, transaction, answered, warnings.all, {
    isStale: action.effect.kind !== "set",
  });
}

/**
 * Whether every table that an action may write to takes that kind of change from the caller: an error, or undefined. Who may
 * call the action needs no right to the operations that it consists of.
 */
function* authoriseAction(
  call: Call,
  { modes: needed }: ChangePlan,
  request: EngineRequest,
): Task<Rejected | undefined> {
  const own = yield* authorise(call, [...(needed.get(call.table) ?? [])], request, "action");
  if (own !== undefined) return own;
  for (const [table, modes] of needed) {
    if (table === call.table) continue;
    const refusal = yield* authorise(onTable(call, table), [...modes], request, "action");
    if (refusal !== undefined)
      return isNameable(call.caller, table.name) ? refusal : rejected([concealed(call)]);
  }
  return undefined;
}

/** The error by a table that the caller may not know of, reported of the one that they name. */
function concealed({ action, table, slice }: Call): Diagnostic {
  const by = "the updates of a table that it writes to";
  return diagnose("access/not-allowed", { action, table: (slice ?? table).name, by });
}
