import { diagnose, refuseRight } from "@tablewright/core";
import { jsonAnswer } from "../answers/answer.ts";
import { appliedOf } from "../answers/preferences.ts";
import { OK, writeDiagnostic, writeProblem } from "../answers/problem.ts";
import { afterRows, writeBatch } from "../answers/write-result.ts";
import { headerOf } from "../api-request.ts";
import { readBatchRequest } from "../body/read-request.ts";
import { COUNT, closed, listSchema, objectSchema, reference, says, TEXT } from "../openapi/json-schema.ts";
import { isDryRun } from "./act.ts";
import { defineApplicationRoute } from "./define-application-route.ts";

const rows = listSchema({ type: "object" });

/** The body has `Calls`, and may have `Properties` that hold for all of them. */
export const batch = defineApplicationRoute({
  method: "POST",
  path: "batch",
  operation: "carryOutBatch",
  summary: "Carries out calls on any tables in one transaction: all or none.",
  body: objectSchema(
    {
      Properties: says(
        { type: "object" },
        "What holds for all calls: DryRun, Locale, Timezone, Location, UserSettings, RunAsUserEmail and UserId.",
      ),
      Calls: listSchema(reference("CallInBatch"), { minItems: 1 }),
    },
    ["Calls"],
  ),
  answers: "BatchResult",
  schemas: {
    CallInBatch: objectSchema(
      {
        Table: says(TEXT, "The name of a table or slice."),
        Action: says(TEXT, "`Add`, `Edit`, `Delete`, `Find` or the name of an action."),
        Properties: says(
          { type: "object" },
          "As those of the call by itself, except what holds for all calls.",
        ),
        Rows: says(
          rows,
          'As those of the call by itself. A cell `{"$ref": "#/0/Rows/0/Order ID"}` is that of an earlier answer.',
        ),
      },
      ["Table", "Action"],
    ),
    BatchResult: closed(
      { Answers: says(listSchema(reference("CallResult")), "One for each call, in their order.") },
      {
        Call: says(
          TEXT,
          "On the wire `typed`: the id in the history by which all changes can be undone together.",
        ),
        Warnings: listSchema(reference("Mistake")),
        Traces: says(rows, "Where Prefer: trace asks for them, one for each call."),
      },
    ),
    CallResult: closed(
      { Rows: rows },
      { After: TEXT, Count: COUNT, Warnings: listSchema(reference("Mistake")) },
    ),
  },
  async answer(call) {
    const { service, application, request, preferences, turn } = call;
    if (headerOf(request.headers, "if-match") !== undefined)
      return { output: undefined, diagnostics: [MATCH] };
    const read = readBatchRequest(service, call, call.body);
    if (read.output === undefined) return { output: undefined, diagnostics: read.diagnostics };
    const { wire = service.wire } = preferences;
    const isRead = read.output.calls.every(({ action }) => action.toLowerCase() === "find");
    const asked = { ...read.output, wire, turn, signal: isRead ? request.signal : undefined };
    const warnings = read.diagnostics;
    if (preferences.trace) {
      const { engine } = application;
      const forbidden = refuseRight(call.key.key, "trace", engine.app.name);
      if (forbidden !== undefined) return { output: undefined, diagnostics: [forbidden] };
      if (!isRead && !isDryRun(asked.properties, engine.app))
        return { output: undefined, diagnostics: [diagnose("request/traced-change", { action: "batch" })] };
      const { result, traces } = await engine.whyBatch(asked);
      const headers = {
        "preference-applied": appliedOf(preferences),
        vary: "Prefer",
      };
      if (!result.ok)
        return writeProblem([...warnings, ...result.diagnostics], request.id, headers, { traces });
      const Answers = result.answers.map((answer) => ({
        Rows: answer.rows,
        ...afterRows(answer, { wire: "spec", warnings: [] }),
      }));
      const Warnings = warnings.length === 0 ? undefined : warnings.map(writeDiagnostic);
      return jsonAnswer(OK, JSON.stringify({ Answers, Warnings, Traces: traces }), headers);
    }
    const idempotencyKey = headerOf(request.headers, "idempotency-key");
    const result = await application.engine.batch({ ...asked, idempotencyKey, rowsAs: "json" });
    if (!result.ok) return writeProblem([...warnings, ...result.diagnostics], request.id);
    return writeBatch(result, {
      wire,
      preferred: preferences.wire !== undefined,
      isFind: false,
      warnings,
      turn,
    });
  },
});

/** One version would stand for the rows of all calls. */
const MATCH = diagnose("request/batch-property", {
  message:
    'The header "If-Match" holds for no batch: send a version as "_Version" of its row, or as "Version" of a call.',
});
