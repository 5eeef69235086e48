import {
  type AccessKey,
  type Diagnostic,
  diagnose,
  type EngineRequest,
  refuseRight,
  requestProperties,
} from "@tablewright/core";
import { type Answer, jsonAnswer } from "../answers/answer.ts";
import { OK } from "../answers/problem.ts";
import { writeDiagnostic, writeProblem } from "../answers/write-problem.ts";
import { BARE_TYPE } from "../answers/write-result.ts";
import type { ServedEngine } from "../settings.ts";

interface TracedRequest {
  readonly key: AccessKey;
  readonly engine: ServedEngine;
  readonly request: EngineRequest;
  /** What was found about the body. */
  readonly warnings: readonly Diagnostic[];
  readonly traceId: string;
  /** What was preferred, as the answer says it. */
  readonly applied: string;
}

/**
 * The answer of a call and why it is so. A trace holds expressions of the definition, and nothing is kept of the call: the
 * key has to be one that may read these, and a call that changes rows has to say that it is a dry run.
 */
export async function answerWithTrace(traced: TracedRequest): Promise<Answer> {
  const { engine, request, warnings, traceId, applied } = traced;
  const refusal = refusalOf(traced);
  if (refusal !== undefined) return writeProblem([refusal], traceId);
  const { result, trace } = await engine.why(request);
  const headers = { "preference-applied": applied, vary: "Prefer" };
  if (!result.ok) return writeProblem([...warnings, ...result.diagnostics], traceId, headers, { trace });
  const allWarnings = [...warnings, ...result.warnings].map(writeDiagnostic);
  const body = {
    Rows: result.rows,
    ...(allWarnings.length === 0 ? {} : { Warnings: allWarnings }),
    Trace: trace,
  };
  const type = request.wire === "appsheet" ? BARE_TYPE : {};
  return jsonAnswer(OK, JSON.stringify(body), { ...type, ...headers });
}

function refusalOf({ key, engine, request }: TracedRequest): Diagnostic | undefined {
  const { table, action, properties = {} } = request;
  const forbidden = refuseRight(key, "trace", table);
  if (forbidden !== undefined) return forbidden;
  if (action.toLowerCase() === "find" || DRY_RUN?.read(properties.DryRun, engine.app).output === true)
    return undefined;
  return diagnose("request/traced-change", { action });
}

const DRY_RUN = requestProperties.find(({ name }) => name === "DryRun");
