import type { JsonValue } from "@tablewright/core/expression";
import { type Admission, admit } from "../access/admit.ts";
import { authorise } from "../access/authorise.ts";
import { callerOf } from "../access/caller-of.ts";
import { explanationForKey } from "../access/explanation-for-key.ts";
import { nameableBy } from "../access/nameable-by.ts";
import { type Answer, jsonAnswer } from "../answers/answer.ts";
import { OK } from "../answers/problem.ts";
import { writeDiagnostic, writeProblem } from "../answers/write-problem.ts";
import type { ApiRequest } from "../api-request.ts";
import { readCall } from "../body/read-call.ts";
import { readRows } from "../body/read-rows.ts";
import type { Service } from "../service.ts";
import { carryOut } from "../turns/carry-out.ts";
import { defineRoute } from "./define-route.ts";

/** How a Find would be carried out. The body is that of the Find; its `Action` may be left out. */
export const explain = defineRoute({
  method: "POST",
  path: "/api/v2/apps/:appId/tables/:tableName/explain",
  answer: async (service, request) => {
    const admitted = admit(service, request, "explain");
    if (admitted.output === undefined) return writeProblem(admitted.diagnostics, request.id);
    const admission = admitted.output;
    return carryOut(service, admission.key, request, (body) =>
      explainFind(service, admission, request, body),
    );
  },
});

async function explainFind(
  service: Service,
  { application, key, table }: Admission,
  request: ApiRequest,
  body: JsonValue,
): Promise<Answer> {
  const read = readCall(body);
  if (read.output === undefined) return writeProblem(read.diagnostics, request.id);
  const call = { ...read.output, action: read.output.action || "Find" };
  const forbidden = authorise(key.key, call, table);
  if (forbidden !== undefined) return writeProblem([forbidden], request.id);
  const rows = readRows(call.rows, service.limits.rows);
  if (rows.output === undefined) return writeProblem(rows.diagnostics, request.id);

  const { action, properties } = call;
  const explained = await application.engine.explain({
    action,
    table,
    rows: rows.output,
    properties,
    caller: callerOf(key.key),
    nameable: nameableBy(key.key),
  });
  const diagnostics = [...read.diagnostics, ...explained.diagnostics];
  if (explained.output === undefined) return writeProblem(diagnostics, request.id);
  const explanation = explanationForKey(explained.output, key.key);
  const warnings = diagnostics.length === 0 ? {} : { warnings: diagnostics.map(writeDiagnostic) };
  return jsonAnswer(OK, JSON.stringify({ ...explanation, ...warnings }));
}
