import { chooseWire } from "../answers/preferences.ts";
import { writeProblem } from "../answers/write-problem.ts";
import { writeBatch } from "../answers/write-result.ts";
import { headerOf } from "../api-request.ts";
import { readBatchRequest } from "../body/read-batch-request.ts";
import { COUNT, closed, listSchema, objectSchema, reference, says, TEXT } from "../openapi/json-schema.ts";
import { ReaderTurn } from "../turns/reader-turn.ts";
import { defineApplicationRoute } from "./define-application-route.ts";

const rows = listSchema({ type: "object" });

/** The body has `Calls`, and may have `Properties` that hold for all of them. */
export const batch = defineApplicationRoute({
  method: "POST",
  path: "batch",
  operation: "carryOutBatch",
  summary: "Carries out calls on any tables in one transaction, all or none.",
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
          "As those of the call by itself, but for what holds for all calls.",
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
      },
    ),
    CallResult: closed(
      { Rows: rows },
      { After: TEXT, Count: COUNT, Warnings: listSchema(reference("Mistake")) },
    ),
  },
  async answer(call) {
    const { service, application, request, turn } = call;
    const read = readBatchRequest(service, call, call.body);
    if (read.output === undefined) return { output: undefined, diagnostics: read.diagnostics };
    const prefer = headerOf(request.headers, "prefer");
    const preferred = prefer === undefined ? undefined : chooseWire(prefer);
    const wire = preferred ?? service.wire;
    const isRead = read.output.calls.every(({ action }) => action.toLowerCase() === "find");
    const result = await application.engine.batch({
      ...read.output,
      idempotencyKey: headerOf(request.headers, "idempotency-key"),
      wire,
      rowsAs: "json",
      turn: isRead ? new ReaderTurn(turn, request) : turn,
    });
    const warnings = read.diagnostics;
    if (!result.ok) return writeProblem([...warnings, ...result.diagnostics], request.id);
    return writeBatch(result, { wire, preferred: preferred !== undefined, isFind: false, warnings, turn });
  },
});
