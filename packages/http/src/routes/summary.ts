import { diagnose, type Turn } from "@tablewright/core";
import type { JsonValue } from "@tablewright/core/expression";
import { type Authenticated, authenticate } from "../access/authenticate.ts";
import type { Answer } from "../answers/answer.ts";
import { chooseWire } from "../answers/choose-wire.ts";
import { writeProblem } from "../answers/write-problem.ts";
import { writeResult } from "../answers/write-result.ts";
import { type ApiRequest, headerOf } from "../api-request.ts";
import { readEngineRequest } from "../body/read-engine-request.ts";
import { takeSummary } from "../body/take-summary.ts";
import type { Service } from "../service.ts";
import { carryOut } from "../turns/carry-out.ts";
import { defineRoute } from "./define-route.ts";

/** The groups of the rows of a Find: its body, with `By` and `Values` beside. Its `Action` may be left out. */
export const summary = defineRoute({
  method: "POST",
  path: "/api/v2/apps/:appId/tables/:tableName/summary",
  answer: async (service, request) => {
    const outcome = authenticate(service, request);
    if (outcome.output === undefined) return writeProblem(outcome.diagnostics, request.id);
    const authenticated = outcome.output;
    return carryOut(service, authenticated.key, request, (body, turn) =>
      summarise(service, authenticated, request, body, turn),
    );
  },
});

async function summarise(
  service: Service,
  authenticated: Authenticated,
  request: ApiRequest,
  body: JsonValue,
  turn: Turn,
): Promise<Answer> {
  const { output: members, diagnostics } = takeSummary(body);
  if (members === undefined) return writeProblem(diagnostics, request.id);
  const call = readEngineRequest(service, authenticated, members.find, "Find");
  if (call.output === undefined) return writeProblem(call.diagnostics, request.id);
  const { action, ...find } = call.output;
  if (action.toLowerCase() !== "find")
    return writeProblem([diagnose("request/unknown-action", { action, actions: ["Find"] })], request.id);
  const preferred = chooseWire(headerOf(request.headers, "prefer"));
  const wire = preferred ?? service.wire;
  const { by, values } = members;
  const { engine } = authenticated.application;
  const result = await engine.summarise({ ...find, by, values, wire, turn });
  if (!result.ok) return writeProblem([...call.diagnostics, ...result.diagnostics], request.id);
  const warnings = call.diagnostics;
  return writeResult(result, { wire, preferred: preferred !== undefined, isFind: false, warnings, turn });
}
