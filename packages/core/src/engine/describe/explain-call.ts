import { type Diagnostic, diagnose, type Outcome } from "../../diagnostics/index.ts";
import { findName } from "../../expression/parts.ts";
import type { EngineOptions } from "../calls/engine-options.ts";
import { explained } from "../calls/explained.ts";
import { makeCall } from "../calls/prepare/make-call.ts";
import type { EngineRequest } from "../calls/request.ts";
import { type CallTarget, findTarget } from "../find/find-target.ts";
import { makeSummaryCall, type SummaryCall } from "../summary/make-summary-call.ts";
import type { SummaryRequest } from "../summary/summary-request.ts";
import { explainFind } from "./explain-find.ts";
import type { FindExplanation } from "./find-explanation.ts";

/** What is explained: a Find, or a summary of its rows where one is asked for. */
export type ExplainRequest = EngineRequest & Pick<SummaryRequest, "by" | "values">;

/** Explains the Find that a request asks for; warnings stand beside the explanation. */
export async function explainCall(
  options: EngineOptions,
  request: ExplainRequest,
): Promise<Outcome<FindExplanation>> {
  const { definition, store } = options;
  const target = findTarget(definition, request.table, request.nameable);
  if (target.output === undefined) return unexplained(target.diagnostics);
  const { action } = request;
  if (findName([FIND], action).match === undefined)
    return unexplained([diagnose("request/unknown-action", { action, actions: [FIND.name] })]);
  const { output, diagnostics } = await makeExplainedCall(options, target.output, request);
  if (output === undefined) return unexplained(diagnostics);
  const { call, find } = output;
  const explanation = await explained(definition, explainFind(call, store, find), unexplained, request);
  const { errors } = call.needed;
  if (errors.length > 0) return unexplained(errors);
  return explanation;
}

async function makeExplainedCall(
  options: EngineOptions,
  target: CallTarget,
  request: ExplainRequest,
): Promise<Outcome<SummaryCall>> {
  if (request.by !== undefined || request.values !== undefined)
    return makeSummaryCall(options, target, request);
  const { output: call, diagnostics } = await makeCall(options, target, request, FIND.name);
  return { output: call && { call, find: request }, diagnostics };
}

/** The one operation that has a plan. */
const FIND = { name: "Find" };

function unexplained(diagnostics: readonly Diagnostic[]): Outcome<FindExplanation> {
  return { output: undefined, diagnostics };
}
