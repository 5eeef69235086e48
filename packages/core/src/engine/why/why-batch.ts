import { findName } from "../../expression/parts.ts";
import type { Store } from "../../storage/index.ts";
import { executeBatch } from "../batch/execute-batch.ts";
import type { BatchRequest, BatchResult } from "../calls/batch-request.ts";
import type { EngineOptions } from "../calls/engine-options.ts";
import { type Result, rejected } from "../calls/result.ts";
import { CallRecorder } from "./call-recorder.ts";
import type { CallTrace } from "./call-trace.ts";
import { changeSteps } from "./steps/change-steps.ts";
import { watchedStore } from "./watched-store.ts";
import { beginCall } from "./why-call.ts";

/** The answer of a batch, and the trace of each of its calls; of one that was not reached it is empty. */
export interface WhyBatchResult {
  readonly result: BatchResult;
  readonly traces: readonly CallTrace[];
}

/** Carries a batch out as a dry run and says why each of its changes does what it does. Of a Find nothing is traced. */
export async function whyBatch(options: EngineOptions, request: BatchRequest): Promise<WhyBatchResult> {
  const { definition: app, store } = options;
  const { calls, properties, ...caller } = request;
  const [first] = calls;
  const asked = first && { ...caller, ...first, properties: { ...properties, ...first.properties } };
  const begun = asked && (await beginCall(options, asked)).output;
  let recorders: CallRecorder[] = [];
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
  const result = await executeBatch({ ...options, store: beginning, observe }, dry);
  const traces = calls.map(({ action }, at): CallTrace => {
    const recorder = findName(FIND, action).match === undefined ? recorders[at] : undefined;
    if (recorder === undefined) return { steps: [], omitted: 0 };
    const { events, omitted } = recorder;
    return { steps: changeSteps(app, events, resultOf(result, at), begun), omitted };
  });
  return { result, traces };
}

const FIND = [{ name: "Find" }];

/** The answer of one call, or what is wrong with it. */
function resultOf(result: BatchResult, at: number): Result {
  if (result.ok) return result.answers[at] ?? rejected([]);
  return rejected(result.diagnostics.filter(({ call }) => call === at + 1));
}
