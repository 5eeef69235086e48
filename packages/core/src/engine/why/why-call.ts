import type { Outcome } from "../../diagnostics/index.ts";
import type { Task } from "../../expression/parts.ts";
import type { TableDefinition, UpdateMode } from "../../schema/index.ts";
import type { Store } from "../../storage/index.ts";
import { allowedUpdates } from "../access/authorise.ts";
import { readsHidden } from "../access/column-rights.ts";
import { explained } from "../access/explained.ts";
import { batchLoad } from "../batch-loading/batch-loaded-tables.ts";
import type { Call } from "../calls/call.ts";
import type { EngineOptions } from "../calls/engine-options.ts";
import type { BatchRequest, BatchResult, EngineRequest } from "../calls/request.ts";
import { type Result, rejected } from "../calls/result.ts";
import { executeBatch } from "../execute-batch.ts";
import { type ExecuteOptions, executePlanned, type PlannedCall, planCall } from "../execute-call.ts";
import { identityProperties } from "../properties/index.ts";
import { planSchedule, type ScheduleRequest } from "../schedules/run-schedules.ts";
import type { ChangePlan } from "../transaction/plan-change.ts";
import { planUndo, type UndoRequest } from "../undo/undo-call.ts";
import { readVisible } from "../visibility/visible-rows.ts";
import { CallRecorder, watchedStore } from "./call-recorder.ts";
import type { CallTrace, TraceStep, WhyResult } from "./call-trace.ts";
import { changeSteps } from "./steps/change-steps.ts";
import { findSteps, traceCell } from "./steps/find-steps.ts";

/** What is asked about: a call, an undo, or a run of a rule by the clock. */
export type WhyRequest = EngineRequest | UndoRequest | ScheduleRequest;

/**
 * Carries a call out as a dry run and says why it does what it does. A tool for those who may read the definition; of rows it
 * shows what the caller may see.
 */
export async function whyCall(options: EngineOptions, request: WhyRequest): Promise<WhyResult> {
  const { definition: app, store } = options;
  const asked = { ...request, properties: { ...request.properties, DryRun: true } };
  const { output: begun, diagnostics } = await planAsked(options, asked);
  if (begun === undefined) {
    const result = rejected(diagnostics);
    return { result, trace: { steps: changeSteps(app, [], result, undefined), omitted: 0 } };
  }
  const call = begun.prepared.begin();
  let recorder = new CallRecorder(call);
  const observe = () => {
    recorder = new CallRecorder(call);
    return recorder;
  };
  const watched = watchedStore(store, app, (event) => recorder.wrote(event));
  const own = begun.change === undefined ? options : { ...options, store: watched, observe };
  const { output: planned, ...refused } = await planAsked(own, asked);
  const result = planned === undefined ? rejected(refused.diagnostics) : await executePlanned(own, planned);
  const before = await stepsBefore(call, options, begun, result);
  const { events, omitted } = recorder;
  return { result, trace: { steps: [...before, ...changeSteps(app, events, result, call)], omitted } };
}

async function planAsked(options: EngineOptions, request: WhyRequest): Promise<Outcome<PlannedCall>> {
  if ("call" in request) return planUndo(options, request);
  return "rule" in request ? planSchedule(options, request) : planCall(options, request);
}

/** Whom the call is made for, what they may change, and how a Find is carried out. */
async function stepsBefore(
  call: Call,
  { definition: app, store }: EngineOptions,
  { request, change }: PlannedCall,
  result: Result,
): Promise<readonly TraceStep[]> {
  const work =
    change === undefined
      ? findSteps(call, store, request, result)
      : readVisible(call, store, async (transaction) =>
          batchLoad(call, transaction, () => accessSteps(call, change)),
        );
  return [callerStep(call, request), ...(await explained(app, work, () => [], request))];
}

/** Whom the call is made for, and why. */
function callerStep({ read: { context } }: Call, { caller, properties = {} }: EngineRequest): TraceStep {
  const { email, role } = context.user;
  const sent = identityProperties.find(({ name }) => Object.hasOwn(properties, name));
  const reason =
    sent !== undefined
      ? `"${sent.name}" names them`
      : typeof caller === "object"
        ? "the access key is theirs"
        : "the application's owner, since the call names no one else";
  return { about: "caller", text: `made for ${email ?? "no one"}, role ${role ?? "User"}: ${reason}` };
}

/** Whether the tables that a call writes to, and the slice that it names, take these changes from the caller. */
function* accessSteps(call: Call, { modes: planned }: ChangePlan): Task<readonly TraceStep[]> {
  const steps: TraceStep[] = [];
  if (call.action === "Schedule") return steps; // a rule needs no right to what it writes
  for (const [table, modes] of planned) {
    for (const mode of modes) {
      steps.push(yield* accessStep(call, table, mode));
      if (table === call.table && call.slice !== undefined)
        steps.push(yield* accessStep(call, call.slice, mode));
    }
  }
  return steps;
}

function* accessStep(
  call: Call,
  target: TableDefinition | NonNullable<Call["slice"]>,
  mode: UpdateMode,
): Task<TraceStep> {
  const isMet = (yield* allowedUpdates(target, call)).has(mode);
  const expression = target.updatesExpression;
  return {
    about: "access",
    text: `"${target.name}" ${isMet ? "takes" : "does not take"} this kind of change: ${mode}`,
    table: target.name,
    isMet,
    ...(expression === undefined || readsHidden(call, undefined, expression)
      ? {}
      : { trace: traceCell(expression, [], call.read.context) }),
  };
}

/** The answer of a batch, and the trace of each of its calls; of one that was not reached it is empty. */
export interface WhyBatchResult {
  readonly result: BatchResult;
  readonly traces: readonly CallTrace[];
}

/** Carries a batch out as a dry run and says why each of its calls does what it does, on the rows as the calls before have left them. */
export async function whyBatch(options: EngineOptions, request: BatchRequest): Promise<WhyBatchResult> {
  const { definition: app, store } = options;
  const { calls, properties, ...caller } = request;
  const [first] = calls;
  const asked = first && { ...caller, ...first, properties: { ...properties, ...first.properties } };
  const begun = asked && (await planCall(options, asked)).output?.prepared.begin();
  let recorders: CallRecorder[] = [];
  const finds = new Map<CallRecorder | undefined, readonly TraceStep[]>();
  const observe = () => {
    const recorder = new CallRecorder(begun);
    recorders.push(recorder);
    return recorder;
  };
  const watched = watchedStore(store, app, (event) => recorders.at(-1)?.wrote(event));
  // What is recorded is the run that counts.
  const beginning: Store = {
    ...watched,
    write: (work, use) =>
      watched.write((transaction) => {
        recorders = [];
        return work(transaction);
      }, use),
  };
  const dry = { ...request, properties: { ...properties, DryRun: true } };
  const onFind: ExecuteOptions["onFind"] = async (call, inside, sent, found) => {
    finds.set(recorders.at(-1), await explained(app, findSteps(call, inside, sent, found), () => [], sent));
  };
  const result = await executeBatch({ ...options, store: beginning, observe, onFind }, dry);
  const traces = calls.map((_, at): CallTrace => {
    const recorder = recorders[at];
    if (recorder === undefined) return { steps: [], omitted: 0 };
    const found = finds.get(recorder);
    const { events, omitted } = found === undefined ? recorder : { events: [], omitted: 0 };
    const steps = changeSteps(app, events, resultOf(result, at), begun);
    return { steps: [...(found ?? []), ...steps], omitted };
  });
  return { result, traces };
}

/** The answer of one call, or what is wrong with it. */
function resultOf(result: BatchResult, at: number): Result {
  if (result.ok) return result.answers[at] ?? rejected([]);
  return rejected(result.diagnostics.filter(({ call }) => call === at + 1));
}
