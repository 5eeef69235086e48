import type { Properties } from "@tablewright/core";
import type { Answer } from "../answers/answer.ts";
import { chooseWire, prefersTrace } from "../answers/preferences.ts";
import { writeProblem } from "../answers/write-problem.ts";
import { writeResult } from "../answers/write-result.ts";
import { headerOf } from "../api-request.ts";
import { readEngineRequest } from "../body/read-engine-request.ts";
import { answerWithTrace } from "../traces/answer-with-trace.ts";
import { ReaderTurn } from "../turns/reader-turn.ts";
import { defineTableRoute, type TableCall } from "./define-table-route.ts";

/** Add, Edit, Delete, Find or an action of the application, on one table or slice. */
export const act = defineTableRoute({
  name: "Action",
  answer: performAction,
});

async function performAction({ service, authenticated, request, body, turn }: TableCall): Promise<Answer> {
  const { application } = authenticated;
  const call = readEngineRequest(service, authenticated, body);
  if (call.output === undefined) return writeProblem(call.diagnostics, request.id);
  const prefer = headerOf(request.headers, "prefer");
  const preferred = prefer === undefined ? undefined : chooseWire(prefer);
  const wire = preferred ?? service.wire;
  const isFind = call.output.action.toLowerCase() === "find";
  const ownTurn = isFind ? new ReaderTurn(turn, request) : turn;
  if (prefer !== undefined && prefersTrace(prefer))
    return answerWithTrace({
      key: authenticated.key.key,
      engine: application.engine,
      request: { ...call.output, wire, turn: ownTurn },
      warnings: call.diagnostics,
      traceId: request.id,
      applied: preferred === undefined ? "trace" : `trace, wire=${wire}`,
    });
  const idempotencyKey = headerOf(request.headers, "idempotency-key");
  const properties = withMatch(call.output.properties, headerOf(request.headers, "if-match"));
  const engineRequest = {
    ...call.output,
    properties,
    idempotencyKey,
    wire,
    rowsAs: "json",
    turn: ownTurn,
  } as const;
  const result = await application.engine.execute(engineRequest);
  if (!result.ok) return writeProblem([...call.diagnostics, ...result.diagnostics], request.id);
  return writeResult(result, {
    wire,
    preferred: preferred !== undefined,
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
