import { diagnose } from "@tablewright/core";
import { authenticateOperator } from "../access/authenticate-operator.ts";
import { jsonAnswer } from "../answers/answer.ts";
import { brief } from "../answers/brief.ts";
import { OK } from "../answers/problem.ts";
import { writeProblem } from "../answers/write-problem.ts";
import { inPlace } from "../turns/carry-out.ts";
import { defineRoute } from "./define-route.ts";

/** One event of the outbox: how far it is, and what its receiver answered last. */
export const showEvent = defineRoute({
  method: "GET",
  path: "/api/v2/apps/:appId/events/:eventId",
  answer: async (service, request) => {
    const { output: admission, diagnostics } = authenticateOperator(service, request, "events");
    if (admission === undefined) return writeProblem(diagnostics, request.id);
    const { eventId: id } = request.parameters;
    return inPlace(service, admission.key, request, async () => {
      const [event] = await admission.operator.list({ id, limit: 1 });
      return event === undefined
        ? writeProblem([diagnose("event/not-found", { id: brief(id, LONGEST_ID) })], request.id)
        : jsonAnswer(OK, JSON.stringify(event));
    });
  },
});

const LONGEST_ID = 100;
