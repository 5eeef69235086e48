import {
  type AccessKey,
  type Diagnostic,
  diagnose,
  type EngineRequest,
  type Properties,
  refuseRight,
  requestProperties,
  type UndoRequest,
  wireNamed,
} from "@tablewright/core";
import { type Answer, jsonAnswer } from "../answers/answer.ts";
import { appliedOf } from "../answers/preferences.ts";
import { OK, writeProblem } from "../answers/problem.ts";
import { afterRows, BARE_TYPE, writeResult } from "../answers/write-result.ts";
import { headerOf } from "../api-request.ts";
import { readEngineRequest } from "../body/read-request.ts";
import { tableOperations } from "../openapi/table-operations.ts";
import type { ServedEngine } from "../settings.ts";
import { type AdmittedCall, defineApplicationRoute } from "./define-application-route.ts";

const TABLE_ACTION = "tables/:tableName/Action";

export const act = defineApplicationRoute({
  method: "POST",
  path: TABLE_ACTION,
  operation: tableOperations,
  summary: "Add, Edit, Delete, Find or an action of the application, on one table or slice.",
  body: {},
  answer: performAction,
});

async function performAction(admitted: AdmittedCall<typeof TABLE_ACTION>): Promise<Answer> {
  const { service, application, key, request, preferences, body, turn } = admitted;
  const call = readEngineRequest(service, admitted, body);
  if (call.output === undefined) return writeProblem(call.diagnostics, request.id);
  const { wire = service.wire } = preferences;
  const isFind = call.output.action.toLowerCase() === "find";
  // What writes is carried out, whoever waits for it.
  const share = { turn, signal: isFind ? request.signal : undefined };
  if (preferences.trace)
    return answerWithTrace({
      key: key.key,
      engine: application.engine,
      about: call.output,
      request: { ...call.output, wire, ...share },
      warnings: call.diagnostics,
      traceId: request.id,
      applied: appliedOf(preferences),
    });
  const idempotencyKey = headerOf(request.headers, "idempotency-key");
  const properties = withMatch(call.output.properties, headerOf(request.headers, "if-match"));
  const engineRequest = {
    ...call.output,
    properties,
    idempotencyKey,
    wire,
    rowsAs: "json",
    ...share,
  } as const;
  const result = await application.engine.execute(engineRequest);
  if (!result.ok) return writeProblem([...call.diagnostics, ...result.diagnostics], request.id);
  return writeResult(result, {
    wire,
    preferred: preferences.wire !== undefined,
    isFind,
    warnings: call.diagnostics,
    turn,
  });
}

/** `If-Match` is another way to say the version that rows are expected to have; what the body says wins. */
function withMatch(properties: Properties = {}, match: string | undefined): Properties {
  if (match === undefined) return properties;
  const [, version] = /^\s*"([^"]+)"\s*$/u.exec(match) ?? [];
  return version === undefined ? properties : { Version: version, ...properties };
}

interface TracedRequest {
  readonly key: AccessKey;
  readonly engine: ServedEngine;
  /** What is named where it is refused: a table or the application, and what is done there. */
  readonly about: Pick<EngineRequest, "table" | "action">;
  readonly request: EngineRequest | UndoRequest;
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
  const { wire = "typed" } = "wire" in request ? request : {};
  const body = { Rows: result.rows, ...afterRows(result, { wire, warnings }), Trace: trace };
  const type = wireNamed(wire).isBare ? BARE_TYPE : {};
  return jsonAnswer(OK, JSON.stringify(body), { ...type, ...headers });
}

function refusalOf({ key, engine, about, request }: TracedRequest): Diagnostic | undefined {
  const { table, action } = about;
  const { properties = {} } = request;
  const forbidden = refuseRight(key, "trace", table);
  if (forbidden !== undefined) return forbidden;
  if (action.toLowerCase() === "find" || isDryRun(properties, engine.app)) return undefined;
  return diagnose("request/traced-change", { action });
}

/** Whether a call says that nothing of it is to be kept. */
export function isDryRun({ DryRun }: Properties = {}, app: ServedEngine["app"]): boolean {
  return DRY_RUN?.read(DryRun, app).output === true;
}

const DRY_RUN = requestProperties.find(({ name }) => name === "DryRun");
