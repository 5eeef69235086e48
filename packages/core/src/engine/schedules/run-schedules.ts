import { type Diagnostic, diagnose, noOutput, type Outcome, suggest } from "../../diagnostics/index.ts";
import { type CheckedExpression, conjunctsOf, findName, mayFail, readsOf } from "../../expression/parts.ts";
import { nextRun } from "../../schema/index.ts";
import type { Row, RowReader } from "../../storage/index.ts";
import type { Call } from "../calls/call.ts";
import type { CallTransaction, RowChange } from "../calls/change-log.ts";
import { defaultEngineLimits, type EngineOptions } from "../calls/engine-options.ts";
import { prepareCall } from "../calls/prepare/prepare-call.ts";
import type { EngineRequest, Properties } from "../calls/request.ts";
import { type Result, rejected } from "../calls/result.ts";
import { appendRuns } from "../engine-tables/outbox.ts";
import {
  markSchedule,
  type RuleWithSchedule,
  scheduledRules,
  scheduleState,
} from "../engine-tables/schedules-table.ts";
import { executePlanned, type PlannedCall } from "../execute-call.ts";
import { recordRuns, tryRule } from "../rules/match-changes.ts";
import { runRules } from "../rules/run-rules.ts";
import { runSteps } from "../rules/run-steps.ts";
import { planChange } from "../transaction/plan-change.ts";
import { inParts } from "../visibility/filtered-plan.ts";

/** What was due, and when something is again. */
export interface SchedulesRun {
  /** In the order of the definition. */
  readonly runs: readonly ScheduleRun[];
  /** Milliseconds since 1970-01-01T00:00:00Z; undefined where no rule runs by the clock. */
  readonly nextAt: number | undefined;
}

/** Runs the schedules that are due, one after the other: one with errors, or that throws, does not stop the others. */
export async function runSchedules(settings: EngineOptions): Promise<SchedulesRun> {
  const { definition, store, services } = settings;
  const rules = scheduledRules(definition);
  if (rules.length === 0) return { runs: [], nextAt: undefined };
  const states = await store.read((transaction) =>
    Promise.all(rules.map((rule) => scheduleState(transaction, rule, services.now()))),
  );
  const runs: ScheduleRun[] = [];
  const thrown: unknown[] = [];
  for (const rule of rules.filter((_, at) => states[at] !== "waiting")) {
    try {
      const run = await runSchedule(settings, rule);
      if (run !== undefined) runs.push(run);
    } catch (error) {
      thrown.push(error);
    }
  }
  if (thrown.length > 0) throw thrown[0];
  return { runs, nextAt: earliest(rules, services.now()) };
}

function earliest(rules: readonly RuleWithSchedule[], now: number): number | undefined {
  const next = rules.flatMap(({ schedule }) => nextRun(schedule, now) ?? []);
  return next.toSorted((a, b) => a - b)[0];
}

/**
 * The rows that a schedule is for, each as a change that has changed nothing: those of its table or slice that meet its
 * condition, in stored order; where it runs once, the first of them.
 */
async function rowsDue(
  call: Call,
  transaction: RowReader,
  rule: RuleWithSchedule,
  limit: number,
): Promise<Outcome<readonly RowChange[]>> {
  const due: RowChange[] = [];
  const { batches } = await transaction.find({
    table: rule.table.name,
    conditions: conditionsToAsk(call, rule),
    order: [],
    context: call.read.context,
  });
  let position = 0;
  for await (const rows of inParts(batches)) {
    const candidates = rows.map((row: Row) => ({
      table: rule.table,
      before: row,
      after: row,
      position: ++position,
    }));
    const { output: matches, diagnostics } = await tryRule(call, transaction, rule, candidates);
    if (matches === undefined) return { output: undefined, diagnostics };
    call.observations?.tries(rule, matches, []);
    for (const { change, isMet } of matches) if (isMet) due.push(change);
    if (rule.schedule.once && due.length > 0) return { output: due.slice(0, 1), diagnostics: [] };
    if (due.length > limit) return tooMany(limit);
  }
  return { output: due, diagnostics: [] };
}

/**
 * What a store may decide without the engine: the conditions before the first that may fail on some row, and none where they are observed.
 * All are tried on its rows again.
 */
function conditionsToAsk(
  { read: { context }, observations }: Call,
  { slice, condition }: RuleWithSchedule,
): readonly CheckedExpression[] {
  if (observations !== undefined) return [];
  const all = [slice?.filter, condition].flatMap((one) => (one === undefined ? [] : conjunctsOf(one)));
  const end = all.findIndex((one) => mayFail(one, context) || readsOf(one).before.cells.size > 0);
  return end < 0 ? all : all.slice(0, end);
}

function tooMany(limit: number): { output: undefined; diagnostics: readonly Diagnostic[] } {
  return { output: undefined, diagnostics: [diagnose("limit/scheduled-rows", { limit })] };
}

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
async function runSchedule(
  settings: EngineOptions,
  rule: RuleWithSchedule,
): Promise<ScheduleRun | undefined> {
  let rows: number | undefined;
  const { output: planned, diagnostics: unfit } = await planRun(settings, rule, {}, (count) => {
    rows = count;
  });
  const result = planned === undefined ? rejected(unfit) : await executePlanned(settings, planned);
  if (result.ok) return rows === undefined ? undefined : { rule: rule.name, rows, diagnostics: [] };
  const { diagnostics } = result;
  await noteFailure(settings, rule, settings.services.now(), diagnostics[0]?.message);
  return { rule: rule.name, rows: 0, diagnostics };
}

/** Asks what a run of a rule by the clock would do now. */
export interface ScheduleRequest extends Pick<EngineRequest, "properties"> {
  /** The name of the rule. */
  readonly rule: string;
}

/** Plans a run of a rule by the clock, due or not; an error where no rule of the name has an `every`. */
export async function planSchedule(
  settings: EngineOptions,
  { rule: name, properties = {} }: ScheduleRequest,
): Promise<Outcome<PlannedCall>> {
  const rules = scheduledRules(settings.definition);
  const { match } = findName(rules, name);
  if (match !== undefined) return planRun(settings, match, properties);
  const actions = rules.map((rule) => rule.name);
  return noOutput([
    diagnose("request/unknown-action", { action: name, actions, suggestion: suggest(name, actions) }),
  ]);
}

/** `report` receives the number of rows that the run is for, undefined where it is not due. */
async function planRun(
  settings: EngineOptions,
  rule: RuleWithSchedule,
  properties: Properties,
  report: (rows: number | undefined) => void = () => {},
): Promise<Outcome<PlannedCall>> {
  const { limits } = settings;
  const request = { action: "Schedule", table: rule.table.name, properties };
  const { output: prepared, diagnostics } = await prepareCall(
    { ...settings, limits: { ...limits, ...OWN_LIMITS } },
    { table: rule.table, slice: undefined },
    request,
    "Schedule",
  );
  if (prepared === undefined) return noOutput(diagnostics);
  const mostRows = limits?.scheduledRows ?? defaultEngineLimits.scheduledRows;
  const work = async (call: Call, transaction: CallTransaction): Promise<Result> => {
    report(undefined);
    const state = call.change.dryRun ? "due" : await scheduleState(transaction, rule, call.startedAt);
    if (state !== "waiting") await markSchedule(transaction, rule, call.startedAt);
    if (state !== "due") return nothing();
    const due = await rowsDue(call, transaction, rule, mostRows);
    if (due.output === undefined) return rejected(due.diagnostics);
    report(due.output.length);
    if (due.output.length === 0) return nothing();
    return runFor({ ...call, change: { ...call.change, isRuleWrite: true } }, transaction, rule, due.output);
  };
  return { output: { prepared, request, change: { ...planChange(prepared, rule), work } }, diagnostics: [] };
}

async function runFor(
  call: Call,
  transaction: CallTransaction,
  rule: RuleWithSchedule,
  due: Parameters<typeof runSteps>[3],
): Promise<Result> {
  const { events, diagnostics } = await runSteps(call, transaction, rule, due);
  if (diagnostics.length > 0) return rejected(diagnostics);
  const matches = due.map((change) => ({ change, isMet: true }));
  await recordRuns(call, transaction, rule, matches, { outcome: "Done", depth: 0, events });
  const announced = await runRules(call, transaction, [rule]);
  return announced.diagnostics.length > 0 ? rejected(announced.diagnostics) : nothing();
}

/** Unless another process has run it in the meantime. */
async function noteFailure(
  { definition, store, services }: EngineOptions,
  rule: RuleWithSchedule,
  at: number,
  reason = "",
): Promise<void> {
  const failed = { outcome: "Failed", change: "schedule", key: "", depth: 0, events: [], reason } as const;
  const run = { ...failed, id: services.newId(), rule: rule.name, table: rule.table.name, at };
  await store.write(async (transaction) => {
    if ((await scheduleState(transaction, rule, at)) !== "due") return;
    await markSchedule(transaction, rule, at);
    if (definition.runs.tell !== "none") await appendRuns(transaction, [run]);
  });
}

function nothing(): Result {
  return { ok: true, rows: [], warnings: [] };
}

/** For the expressions of a run. */
const LONGEST_EVALUATION = 60_000;
/** Steps without end. */
const OWN_LIMITS = { milliseconds: LONGEST_EVALUATION, fuel: Number.MAX_SAFE_INTEGER };
