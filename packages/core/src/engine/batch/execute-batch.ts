import {
  type Diagnostic,
  DiagnosticList,
  diagnose,
  noOutput,
  type Outcome,
} from "../../diagnostics/index.ts";
import type { RowReader, Store } from "../../storage/index.ts";
import { fingerprintOf } from "../../values/index.ts";
import { explained } from "../access/explained.ts";
import type { BatchCall, BatchRequest, BatchResult } from "../calls/batch-request.ts";
import type { Call } from "../calls/call.ts";
import type { CallTransaction } from "../calls/change-log.ts";
import type { CallSettings, EngineOptions } from "../calls/engine-options.ts";
import { defaultEngineLimits } from "../calls/limits.ts";
import type { IdempotencyKey } from "../calls/prepare/idempotency-key.ts";
import { rejectIfRead } from "../calls/prepare/invalid-properties.ts";
import { prepareCall } from "../calls/prepare/prepare-call.ts";
import type { PreparedCall } from "../calls/prepare/prepared-call.ts";
import { readProperties } from "../calls/prepare/read-properties.ts";
import type { EngineRequest, Properties } from "../calls/request.ts";
import { type Accepted, type Result, rejected } from "../calls/result.ts";
import { retryOnReplicaLoss } from "../calls/retry-on-replica-loss.ts";
import { findOperation, type PlannedChange } from "../execute-call.ts";
import { findTarget } from "../find/find-target.ts";
import { findRecords } from "../find-records.ts";
import { openAnswers } from "../idempotency/open-answers.ts";
import { requestProperties } from "../properties/index.ts";
import { inOneTransaction, type TransactionStep } from "../transaction/in-transaction.ts";
import { hasReferences, resolveReferences } from "./resolve-references.ts";

/**
 * Carries out calls one after the other in one transaction, all or none. Each is judged as if it had come by itself, on the rows as
 * the calls before it have left them, with its own rules and events. Calls that are written wrongly are all reported; when calls
 * fail while they are carried out, the errors are those of the first.
 */
export async function executeBatch(options: BatchOptions, request: BatchRequest): Promise<BatchResult> {
  const { definition, store } = options;
  const { output: calls, diagnostics } = await readBatch(options, request);
  if (calls === undefined) return rejected(diagnostics);
  let current: number | undefined;
  const steps = calls.map((one, at): TransactionStep => {
    const work: TransactionStep["work"] = (call, transaction, answers) => {
      current = at;
      return carryOut(one, call, transaction, answers);
    };
    return { prepared: one.prepared, use: one.change?.use, work };
  });
  try {
    const running = isChange(calls)
      ? inOneTransaction(store, steps, request, batchKeyOf(request, steps))
      : retryOnReplicaLoss(() => inOneSnapshot(store, steps));
    const result = await explained<BatchResult>(definition, running, rejected, request);
    return result.ok ? result : rejected(atCall(result.diagnostics, current));
  } finally {
    for (const { prepared } of calls) prepared.reportEnd();
  }
}

type BatchOptions = CallSettings & Pick<EngineOptions, "store" | "readOnly">;

/** A call of a batch that was read. */
interface ReadCall {
  readonly prepared: PreparedCall;
  readonly request: EngineRequest;
  /** Undefined for a Find. */
  readonly change: PlannedChange | undefined;
}

function isChange(calls: readonly ReadCall[]): boolean {
  return calls.some(({ change }) => change !== undefined);
}

/** Reads all calls, before anything is done; an error for each that cannot be. */
async function readBatch(
  options: BatchOptions,
  request: BatchRequest,
): Promise<Outcome<readonly ReadCall[]>> {
  const { calls } = request;
  const { definition } = options;
  const limit = options.limits?.calls ?? defaultEngineLimits.calls;
  if (calls.length === 0) return noOutput([diagnose("request/calls-missing", {})]);
  if (calls.length > limit) return noOutput([diagnose("limit/calls", { limit, actual: calls.length })]);
  const misplaced = propertiesNotOf("batch", request.properties);
  if (misplaced.length > 0) return noOutput(misplaced);
  const common = readProperties(request.properties ?? {}, definition);
  if (common.output === undefined) return noOutput(common.diagnostics);
  const startedAt = options.services.now();
  const errors = new DiagnosticList();
  const output: ReadCall[] = [];
  const lastReferring = calls.findLastIndex(({ rows }) => hasReferences(rows));
  for (const [at, call] of calls.entries()) {
    const own = requestOf(request, call, at);
    // Cells of rows that are kept as JSON have no other form.
    const kept = at < lastReferring ? { ...own, rowsAs: "objects" as const } : own;
    const read = await readCall(options, kept, call, startedAt);
    errors.addAll(atCall(read.diagnostics, at));
    if (read.output !== undefined) output.push(read.output);
    if (errors.isFull) break;
  }
  const past = calls.findIndex(({ properties = {} }) => (properties.AsOf ?? "") !== "");
  if (past !== -1 && isChange(output)) {
    const message = '"AsOf" is for a batch of Finds: what the batch itself has changed is in no past.';
    errors.addAll(atCall([diagnose("request/batch-property", { message })], past));
  }
  if (errors.all.length > 0) return noOutput(errors.all);
  if (isChange(output) && request.idempotencyKey !== undefined) await openAnswers(options);
  return { output, diagnostics: [] };
}

/** A call as it would come by itself. */
function requestOf(batch: BatchRequest, { properties, ...call }: BatchCall, at: number): EngineRequest {
  const { calls: _, reportFuel, properties: common = {}, ...caller } = batch;
  const ofAll = Object.entries(common).filter(([name]) => at === 0 || OF_BATCH.has(name));
  return {
    ...caller,
    ...call,
    properties: { ...Object.fromEntries(ofAll), ...properties },
    ...(at === 0 && { reportFuel }),
  };
}

async function readCall(
  options: BatchOptions,
  request: EngineRequest,
  { properties }: BatchCall,
  startedAt: number,
): Promise<Outcome<ReadCall>> {
  const { definition, readOnly } = options;
  const target = findTarget(definition, request.table, request.nameable);
  if (target.output === undefined) return noOutput(target.diagnostics);
  const operation = findOperation(definition, target.output, request);
  if (operation.output === undefined) return noOutput(operation.diagnostics);
  const { name, plan } = operation.output;
  if (readOnly && plan !== undefined) return noOutput([diagnose("server/read-only", {})]);
  const misplaced = propertiesNotOf("call", properties);
  if (misplaced.length > 0) return noOutput(misplaced);
  const { output: prepared, diagnostics } = await prepareCall(
    options,
    target.output,
    request,
    name,
    startedAt,
  );
  if (prepared === undefined) return noOutput(diagnostics);
  return { output: { prepared, request, change: plan?.(prepared) }, diagnostics: [] };
}

/** What is said of the batch in a call, or the other way round: it would hold for other calls than are meant. */
function propertiesNotOf(whose: "batch" | "call", properties: Properties = {}): readonly Diagnostic[] {
  const misplaced = requestProperties.filter(
    ({ name, ofBatch = false }) => Object.hasOwn(properties, name) && ofBatch !== (whose === "batch"),
  );
  return misplaced.map(({ name }) =>
    diagnose("request/batch-property", {
      message:
        whose === "call"
          ? `"${name}" holds for a whole batch: it is a property of the batch, and not of a call.`
          : `"${name}" is a property of a call, and not of a batch.`,
    }),
  );
}

const OF_BATCH: ReadonlySet<string> = new Set(
  requestProperties.filter(({ ofBatch }) => ofBatch).map(({ name }) => name),
);

async function carryOut(
  { change, request }: ReadCall,
  call: Call,
  transaction: CallTransaction,
  answers: readonly Accepted[],
): Promise<Result> {
  const { output, diagnostics } = resolveReferences(request.rows ?? [], answers, call.table);
  if (output === undefined) return rejected(diagnostics);
  const { rows, answered } = output;
  const resolved = { ...request, rows };
  const reading = answered === undefined ? call : { ...call, change: { ...call.change, answered } };
  if (change !== undefined) return change.work(reading, transaction, resolved);
  return findRecords(reading, { read: (work) => work(transaction.unfiltered as RowReader) }, resolved);
}

/** What identifies the batch when it comes again. */
function batchKeyOf(
  { calls, properties = {} }: BatchRequest,
  [first]: readonly TransactionStep[],
): IdempotencyKey | undefined {
  const once = first?.prepared.change.once;
  if (once === undefined) return undefined;
  const sent = calls.map(({ table, action, rows = [], properties = {} }) => [
    table,
    action,
    rows,
    properties,
  ]);
  return { ...once, call: fingerprintOf(JSON.stringify([sent, properties])) };
}

/** Finds on one state of the rows. */
function inOneSnapshot(store: Store, steps: readonly TransactionStep[]): Promise<BatchResult> {
  const [{ prepared }] = steps as readonly [TransactionStep];
  const { name: caller, timeZone, identity } = prepared.caller;
  const work = async (stored: RowReader): Promise<BatchResult> => {
    const answers: Accepted[] = [];
    let first: Call | undefined;
    for (const step of steps) {
      const call = step.prepared.begin(undefined, first);
      first ??= call;
      const transaction = { unfiltered: stored } as CallTransaction;
      const answer = rejectIfRead(call, await step.work(call, transaction, answers));
      if (!answer.ok) return answer;
      answers.push(answer);
    }
    return { ok: true, answers };
  };
  return store.read(work, { searches: true, caller, timeZone, identity });
}

function atCall(diagnostics: readonly Diagnostic[], at: number | undefined): readonly Diagnostic[] {
  return at === undefined ? diagnostics : diagnostics.map((one) => ({ ...one, call: at + 1 }));
}
