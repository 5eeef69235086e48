import { nameableBy, refuseCall, refuseRight } from "@tablewright/core";
import { authenticateForApplication } from "../access/authenticate-for-application.ts";
import { callerOf } from "../access/identity-in-query.ts";
import { writeProblem } from "../answers/write-problem.ts";
import { writeResult } from "../answers/write-result.ts";
import { headerOf } from "../api-request.ts";
import { readCall } from "../body/read-call.ts";
import { noteCall } from "../reports/note-call.ts";
import { carryOut } from "../turns/carry-out.ts";
import { defineRoute } from "./define-route.ts";

/** Takes back what a call has changed; the body has `Properties`, or nothing. A key needs `undo` in the definition. */
export const undo = defineRoute({
  method: "POST",
  path: "/api/v2/apps/:appId/calls/:callId/undo",
  answer: async (service, request) => {
    const { appId, callId } = request.parameters;
    const authenticated = authenticateForApplication(service, appId, request);
    if (authenticated.output === undefined) return writeProblem(authenticated.diagnostics, request.id);
    const { output: admission } = authenticated;
    const { application, key: held } = admission;
    const { key } = held;
    const { name } = application.engine.app;
    const unfit = refuseRight(key, "undo", name);
    if (unfit !== undefined) return writeProblem([unfit], request.id);
    return carryOut(service, held, request, async (body, turn) => {
      const { output: call, diagnostics } = readCall(body);
      if (call === undefined) return writeProblem(diagnostics, request.id);
      const forbidden = refuseCall(key, { ...call, action: "" }, name);
      if (forbidden !== undefined) return writeProblem([forbidden], request.id);
      noteCall({ ...admission, table: name }, { ...call, action: "Undo" });
      const result = await application.engine.undo({
        call: callId,
        properties: call.properties,
        caller: callerOf(held),
        nameable: nameableBy(key),
        accessKey: key.name,
        idempotencyKey: headerOf(request.headers, "idempotency-key"),
        turn,
      });
      if (!result.ok) return writeProblem([...diagnostics, ...result.diagnostics], request.id);
      const rows = result.rows.map((row) => ({ ...row }));
      const form = { wire: "typed", preferred: false, isFind: false, warnings: diagnostics, turn } as const;
      return writeResult({ ...result, rows }, form);
    });
  },
});
