import type { Diagnostic } from "../../diagnostics/index.ts";
import type { Call } from "../calls/call.ts";
import type { EngineOptions } from "../calls/engine-options.ts";
import { explained } from "../calls/explained.ts";
import { defaultEngineLimits } from "../calls/limits.ts";
import { prepareCall } from "../calls/prepare/prepare-call.ts";
import { type Result, rejected } from "../calls/result.ts";
import { markSchedule, type ScheduledRule, scheduleState } from "../engine-tables/schedules-table.ts";
import { announceChanges } from "../rules/announce-changes.ts";
import { noteRuns } from "../rules/note-runs.ts";
import { runSteps } from "../rules/run-steps.ts";
import { type CallTransaction, inTransaction } from "../transaction/in-transaction.ts";
import { rowsDue } from "./rows-due.ts";

/** What one run of a schedule did. */
export interface ScheduleRun {
  readonly rule: string;
  /** How many rows its steps were taken for. */
  readonly rows: number;
  /** Why all of it was rolled back; none when it was carried out. */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Runs a schedule if it is still due when the transaction begins: that it ran is noted in the same transaction, so that of
 * several processes one does. A run with errors leaves nothing but that it was tried. Undefined where it did not run.
 */
export async function runSchedule(
  settings: EngineOptions,
  rule: ScheduledRule,
): Promise<ScheduleRun | undefined> {
  const { definition, store, services, limits } = settings;
  const { output: prepared } = await prepareCall(
    { ...settings, limits: { ...limits, ...OWN_LIMITS } },
    { table: rule.table, slice: undefined },
    { action: "Schedule", table: rule.table.name },
    "Schedule",
  );
  if (prepared === undefined) throw new Error("A call without properties was refused.");
  const mostRows = limits?.scheduledRows ?? defaultEngineLimits.scheduledRows;
  let rows: number | undefined;
  const work = async (call: Call, transaction: CallTransaction): Promise<Result> => {
    rows = undefined;
    const state = await scheduleState(transaction, rule, call.startedAt);
    if (state !== "waiting") await markSchedule(transaction, rule, call.startedAt);
    if (state !== "due") return NOTHING;
    rows = 0;
    const due = await rowsDue(call, transaction, rule, mostRows);
    if (due.output === undefined) return rejected(due.diagnostics);
    rows = due.output.length;
    return rows === 0 ? NOTHING : carryOut({ ...call, isOwnDoing: true }, transaction, rule, due.output);
  };
  const running = explained(definition, inTransaction(prepared, store, work), rejected);
  const result = await running.finally(() => prepared.tellEnd());
  if (result.ok) return rows === undefined ? undefined : { rule: rule.name, rows, diagnostics: [] };
  const { diagnostics } = result;
  await noteFailure(settings, rule, services.now(), diagnostics[0]?.message);
  return { rule: rule.name, rows: 0, diagnostics };
}

async function carryOut(
  call: Call,
  transaction: CallTransaction,
  rule: ScheduledRule,
  due: Parameters<typeof runSteps>[3],
): Promise<Result> {
  const { events, diagnostics } = await runSteps(call, transaction, rule, due);
  if (diagnostics.length > 0) return rejected(diagnostics);
  const matches = due.map((change) => ({ change, isMet: true }));
  await noteRuns(call, transaction, rule, matches, { outcome: "Done", depth: 0, events });
  const announced = await announceChanges(call, transaction, [rule]);
  return announced.diagnostics.length > 0 ? rejected(announced.diagnostics) : NOTHING;
}

/** Unless another process has run it in the meantime. */
async function noteFailure(
  { definition, store, services }: EngineOptions,
  rule: ScheduledRule,
  at: number,
  reason = "",
): Promise<void> {
  const failed = { outcome: "Failed", change: "schedule", key: "", depth: 0, events: [], reason } as const;
  const run = { ...failed, id: services.newId(), rule: rule.name, table: rule.table.name, at };
  await store.write(async (transaction) => {
    if ((await scheduleState(transaction, rule, at)) !== "due") return;
    await markSchedule(transaction, rule, at);
    if (definition.runs.tell !== "none") await transaction.appendRuns([run]);
  });
}

const NOTHING: Result = { ok: true, rows: [], warnings: [] };

/** For the expressions of a run. */
const LONGEST_EVALUATION = 60_000;
/** Steps without end. */
const OWN_LIMITS = { milliseconds: LONGEST_EVALUATION, fuel: Number.MAX_SAFE_INTEGER };
