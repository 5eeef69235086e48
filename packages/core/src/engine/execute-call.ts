import { diagnose, noOutput, type Outcome, suggest } from "../diagnostics/index.ts";
import { continueWith, findName, memo } from "../expression/parts.ts";
import { type ActionDefinition, type AppDefinition, actionsNotCallable } from "../schema/index.ts";
import type { Store } from "../storage/index.ts";
import { explained, explainThrown, retryOnReplicaLoss } from "./access/explained.ts";
import { type CallTarget, findTarget } from "./access/nameable.ts";
import { addRecords } from "./add-records.ts";
import type { Call } from "./calls/call.ts";
import type { CallTransaction } from "./calls/change-log.ts";
import type { CallSettings, EngineOptions } from "./calls/engine-options.ts";
import { prepareCall } from "./calls/prepare/prepare-call.ts";
import type { PreparedCall } from "./calls/prepare/prepared-call.ts";
import { rejectIfRead } from "./calls/prepare/read-properties.ts";
import type { EngineRequest } from "./calls/request.ts";
import { type Result, rejected } from "./calls/result.ts";
import { deleteRecords } from "./delete-records.ts";
import { editRecords } from "./edit-records.ts";
import { findRecords } from "./find-records.ts";
import { openAnswers } from "./idempotency/kept-answer.ts";
import { invokeAction } from "./invoke-action.ts";
import { makeSummaryCall, type SummaryRequest } from "./summary/read-summary.ts";
import { inTransaction } from "./transaction/in-transaction.ts";
import { type ChangePlan, planChange } from "./transaction/plan-change.ts";

/** Carries out one call: its table or slice, its operation, what its caller says about it, then its stages. */
export async function executeCall(options: ExecuteOptions, request: EngineRequest): Promise<Result> {
  const planning = planCall(options, request);
  const { output: planned, diagnostics } = planning instanceof Promise ? await planning : planning;
  return planned === undefined ? rejected(diagnostics) : await executePlanned(options, planned, request);
}

export type ExecuteOptions = CallSettings &
  Pick<EngineOptions, "store" | "readOnly"> & {
    /** Looks at each Find of a batch; its store reads what the calls before have left. */
    readonly onFind?: (call: Call, store: Store, request: EngineRequest, result: Result) => Promise<void>;
  };

/** A call that was read, and its change of rows; undefined for what reads them. */
export interface PlannedCall {
  readonly prepared: PreparedCall;
  readonly request: EngineRequest;
  readonly change: PlannedChange | undefined;
}

/**
 * Plans a call before anything is done. Calls that are made together begin at one instant, `startedAt`. Returns a promise only where the
 * caller's role has to be waited for.
 */
export function planCall(
  options: ExecuteOptions,
  request: EngineRequest,
  startedAt?: number,
): Outcome<PlannedCall> | Promise<Outcome<PlannedCall>> {
  const { definition, readOnly } = options;
  const target = findTarget(definition, request.table, request.nameable);
  if (target.output === undefined) return noOutput(target.diagnostics);
  const operation = findOperation(definition, target.output, request);
  if (operation.output === undefined) return noOutput(operation.diagnostics);
  const { name, plan } = operation.output;
  if (readOnly && plan !== undefined) return noOutput([diagnose("server/read-only", {})]);
  const preparing = prepareCall(options, target.output, request, name, startedAt);
  return continueWith(preparing, ({ output: prepared, diagnostics }): Outcome<PlannedCall> => {
    if (prepared === undefined) return noOutput(diagnostics);
    return { output: { prepared, request, change: plan?.(prepared) }, diagnostics: [] };
  });
}

/** Carries out a planned call, undo or schedule. What was `sent` goes into the journal. */
export async function executePlanned(
  options: ExecuteOptions,
  { prepared, request, change }: PlannedCall,
  sent?: EngineRequest,
): Promise<Result> {
  const { definition, store } = options;
  try {
    if (change === undefined)
      return rejectIfRead(
        prepared,
        await retryOnReplicaLoss(() => findRecords(prepared.begin(), store, request)),
      );
    if (prepared.change.once !== undefined) await openAnswers(options);
    const { use, work } = change;
    const step = {
      prepared,
      use,
      work: (call: Call, transaction: CallTransaction) => work(call, transaction, request),
    };
    return rejectIfRead(prepared, await inTransaction(store, step, sent));
  } catch (thrown) {
    return rejectIfRead(prepared, rejected(explainThrown(definition, thrown, request)));
  } finally {
    prepared.reportEnd();
  }
}

/** What a call does, under its canonical name. */
interface EngineOperation {
  readonly name: string;
  /** How it changes rows; undefined for what reads them. */
  readonly plan?: (prepared: PreparedCall) => PlannedChange;
}

/** A change that is planned: what it leads to, what it needs of the store, and its stages. */
export interface PlannedChange extends ChangePlan {
  readonly work: (call: Call, transaction: CallTransaction, request: EngineRequest) => Promise<Result>;
}

/** What every table takes; its invocable actions come besides them. */
const OPERATIONS: readonly EngineOperation[] = [
  { name: "Add", plan: (prepared) => ({ ...planChange(prepared, "add"), work: addRecords }) },
  { name: "Edit", plan: (prepared) => ({ ...planChange(prepared, "edit"), work: editRecords }) },
  { name: "Delete", plan: (prepared) => ({ ...planChange(prepared, "delete"), work: deleteRecords }) },
  { name: "Find" },
];

function operationOf(action: ActionDefinition): EngineOperation {
  const plan = (prepared: PreparedCall): PlannedChange => {
    const planned = planChange(prepared, action);
    return { ...planned, work: invokeAction.bind(undefined, action, planned) };
  };
  return { name: action.name, plan };
}

/** The operation of a request on a table or slice, or an error that lists the names there are for the caller. */
function findOperation(
  app: AppDefinition,
  { table }: CallTarget,
  { action: name, nameable }: Pick<EngineRequest, "action" | "nameable">,
): Outcome<EngineOperation> {
  const existing = OPERATIONS.find((one) => one.name === name) ?? findName(OPERATIONS, name).match;
  if (existing !== undefined) return { output: existing, diagnostics: [] }; // no action can have such a name in any case
  const own = [...app.actions.values()].filter((action) => action.table === table);
  const invocable = own.filter((action) => isInvocable(app, action));
  const operations = [...OPERATIONS, ...invocable.map(operationOf)];
  const { match } = findName(operations, name);
  if (match !== undefined) return { output: match, diagnostics: [] };
  const isNameable = (action: { readonly name: string }) => nameable?.action(action.name) ?? true;
  const actions = operations.filter(isNameable).map((operation) => operation.name);
  const unsupported = findName(own.filter(isNameable), name).match;
  const error =
    unsupported === undefined
      ? diagnose("request/unknown-action", { action: name, actions, suggestion: suggest(name, actions) })
      : diagnose("request/unsupported-action", { ...unfitness(app, unsupported, isNameable), actions });
  return { output: undefined, diagnostics: [error] };
}

/** Why a call may not name an action; of a group, what it runs. */
function unfitness(
  app: AppDefinition,
  action: ActionDefinition,
  isNameable: (action: ActionDefinition) => boolean,
): { readonly action: string; readonly type: string; readonly runs?: string | undefined } {
  const cause = unfitIn(app).get(action.name) ?? action;
  const { name, effect } = cause;
  if (cause === action) return { action: action.name, type: effect.kind };
  return { action: action.name, type: effect.kind, runs: isNameable(cause) ? `"${name}"` : "an action" };
}

/** Whether a call may name the action. */
export function isInvocable(app: AppDefinition, { name }: ActionDefinition): boolean {
  return !unfitIn(app).has(name);
}

const unfitIn = memo(({ api, actions }: AppDefinition) => actionsNotCallable(api, actions));

/** Summarises the rows of a Find: the same caller, filters, Selector and keys, and groups in place of the rows. */
export function summariseRecords(options: EngineOptions, request: SummaryRequest): Promise<Result> {
  return retryOnReplicaLoss(() => summarise(options, request));
}

async function summarise(options: EngineOptions, request: SummaryRequest): Promise<Result> {
  const { definition, store } = options;
  const target = findTarget(definition, request.table, request.nameable);
  if (target.output === undefined) return rejected(target.diagnostics);
  const prepared = await makeSummaryCall(options, target.output, request);
  if (prepared.output === undefined) return rejected(prepared.diagnostics);
  const { call, find } = prepared.output;
  const result = await explained(definition, findRecords(call, store, find), rejected, request);
  request.reportFuel?.(call.read.context.meter.spent);
  return rejectIfRead(call, result);
}
