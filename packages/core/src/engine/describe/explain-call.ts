import { type Diagnostic, diagnose, type Outcome } from "../../diagnostics/index.ts";
import { findName } from "../../expression/parts.ts";
import type { EngineOptions } from "../calls/engine-options.ts";
import { explained } from "../calls/explained.ts";
import { makeCall } from "../calls/make-call.ts";
import type { EngineRequest } from "../calls/request.ts";
import { findTarget } from "../find/find-target.ts";
import { explainFind } from "./explain-find.ts";
import type { FindExplanation } from "./find-explanation.ts";

/** Explains the Find that a request asks for; warnings stand beside the explanation. */
export async function explainCall(
  options: EngineOptions,
  request: EngineRequest,
): Promise<Outcome<FindExplanation>> {
  const { definition, store } = options;
  const target = findTarget(definition, request.table, request.nameable);
  if (target.output === undefined) return unexplained(target.diagnostics);
  const { action } = request;
  if (findName([FIND], action).found === undefined)
    return unexplained([diagnose("request/unknown-action", { action, actions: [FIND.name] })]);
  const { output: call, diagnostics } = await makeCall(options, target.output, request, FIND.name);
  if (call === undefined) return unexplained(diagnostics);
  const explanation = await explained(options.definition, explainFind(call, store, request), unexplained);
  const { errors } = call.needed;
  if (errors.length > 0) return unexplained(errors);
  return { output: explanation.output, diagnostics: [...call.warnings.all, ...explanation.diagnostics] };
}

/** The one operation that has a plan. */
const FIND = { name: "Find" };

function unexplained(diagnostics: readonly Diagnostic[]): Outcome<FindExplanation> {
  return { output: undefined, diagnostics };
}
