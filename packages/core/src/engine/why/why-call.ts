import type { Outcome } from "../../diagnostics/index.ts";
import type { Task } from "../../expression/parts.ts";
import type { TableDefinition, UpdateMode } from "../../schema/index.ts";
import { allowedUpdates } from "../access/authorise.ts";
import { readsHidden } from "../access/column-rights.ts";
import { explained } from "../access/explained.ts";
import { batchLoad } from "../batch-loading/batch-load.ts";
import type { Call } from "../calls/call.ts";
import type { EngineOptions } from "../calls/engine-options.ts";
import { makeCall } from "../calls/prepare/prepare-call.ts";
import type { EngineRequest } from "../calls/request.ts";
import type { Result } from "../calls/result.ts";
import { executeCall, findOperation } from "../execute-call.ts";
import { findTarget } from "../find/find-target.ts";
import { identityProperties } from "../properties/index.ts";
import { planChange } from "../transaction/plan-change.ts";
import { readVisible } from "../visibility/visible-rows.ts";
import { CallRecorder } from "./call-recorder.ts";
import type { TraceStep, WhyResult } from "./call-trace.ts";
import { changeSteps } from "./steps/change-steps.ts";
import { findSteps } from "./steps/find-steps.ts";
import { traceCell } from "./steps/trace-cell.ts";
import { watchedStore } from "./watched-store.ts";

/**
 * Carries a call out as a dry run and says why it does what it does. A tool for those who may read the definition; of rows it
 * shows what the caller may see.
 */
export async function whyCall(options: EngineOptions, request: EngineRequest): Promise<WhyResult> {
  const { definition: app, store } = options;
  const pushed = { ...request, properties: { ...request.properties, DryRun: true } };
  const { output: call } = await beginCall(options, pushed);
  let recorder = new CallRecorder(call);
  const observe = () => {
    recorder = new CallRecorder(call);
    return recorder;
  };
  const watched = watchedStore(store, app, (event) => recorder.wrote(event));
  const isFind = call?.action === "Find";
  const result = await executeCall(isFind ? options : { ...options, store: watched, observe }, pushed);
  const before = call === undefined ? [] : await stepsBefore(call, options, pushed, result);
  const { events, omitted } = recorder;
  return { result, trace: { steps: [...before, ...changeSteps(app, events, result, call)], omitted } };
}

export async function beginCall(options: EngineOptions, request: EngineRequest): Promise<Outcome<Call>> {
  const { definition: app } = options;
  const target = findTarget(app, request.table, request.nameable);
  if (target.output === undefined) return { output: undefined, diagnostics: [] };
  const operation = findOperation(app, target.output, request);
  if (operation.output === undefined) return { output: undefined, diagnostics: [] };
  return makeCall(options, target.output, request, operation.output.name);
}

/** Whom the call is made for, what they may change, and how a Find is carried out. */
async function stepsBefore(
  call: Call,
  { definition: app, store }: EngineOptions,
  request: EngineRequest,
  result: Result,
): Promise<readonly TraceStep[]> {
  const work =
    call.action === "Find"
      ? findSteps(call, store, request, result)
      : readVisible(call, store, async (transaction) =>
          batchLoad(call, transaction, () => accessSteps(call)),
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
function* accessSteps(call: Call): Task<readonly TraceStep[]> {
  const steps: TraceStep[] = [];
  const { app, action } = call;
  const { modes: planned } = planChange(
    call,
    app.actions.get(action) ?? (action.toLowerCase() as UpdateMode),
  );
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
