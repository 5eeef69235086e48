import { nameableBy, refuseCall, type UndoRequest } from "@tablewright/core";
import { callerOf } from "../access/access-key.ts";
import { writeResult } from "../answers/write-result.ts";
import { headerOf } from "../api-request.ts";
import { noteCall, readCall } from "../body/read-call.ts";
import {
  changedRow,
  closed,
  listSchema,
  objectSchema,
  reference,
  says,
  TEXT,
} from "../openapi/json-schema.ts";
import { answerWithTrace } from "./act.ts";
import { defineApplicationRoute } from "./define-application-route.ts";

/** The body has `Properties`, or nothing. */
export const undo = defineApplicationRoute({
  method: "POST",
  path: "calls/:callId/undo",
  operation: "undoCall",
  summary: "Undoes a call, if none of its rows was changed since.",
  right: "undo",
  body: objectSchema({ Properties: { type: "object" } }),
  answers: "Undone",
  schemas: {
    Undone: closed(
      { Rows: listSchema(reference("UndoneChange")) },
      {
        Call: TEXT,
        Warnings: listSchema(reference("Mistake")),
        Trace: says(objectSchema({}), "Where Prefer: trace asks for it."),
      },
    ),
    UndoneChange: says(
      closed(changedRow),
      "What was done to a row to change back what a call had done; `before` and `after` as in the history.",
    ),
  },
  async answer(call) {
    const { application, key: held, request, preferences, turn } = call;
    const { key } = held;
    const { name } = application.engine.app;
    const { output: sent, diagnostics } = readCall(call.body);
    if (sent === undefined) return { output: undefined, diagnostics };
    const forbidden = refuseCall(key, { ...sent, action: "" }, name);
    if (forbidden !== undefined) return { output: undefined, diagnostics: [forbidden] };
    noteCall({ ...call, table: name }, { ...sent, action: "Undo" });
    const asked: UndoRequest = {
      call: request.parameters.callId,
      properties: sent.properties,
      caller: callerOf(held),
      nameable: nameableBy(key),
      accessKey: key.name,
      turn,
    };
    if (preferences.trace)
      return answerWithTrace({
        key,
        engine: application.engine,
        about: { table: name, action: "Undo" },
        request: asked,
        warnings: diagnostics,
        traceId: request.id,
        applied: "trace",
      });
    const idempotencyKey = headerOf(request.headers, "idempotency-key");
    const result = await application.engine.undo({ ...asked, idempotencyKey });
    if (!result.ok) return { output: undefined, diagnostics: [...diagnostics, ...result.diagnostics] };
    const rows = result.rows.map((row) => ({ ...row }));
    const form = { wire: "typed", preferred: false, isFind: false, warnings: diagnostics, turn } as const;
    return writeResult({ ...result, rows }, form);
  },
});
