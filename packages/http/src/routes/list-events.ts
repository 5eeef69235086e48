import { authenticateOperator } from "../access/authenticate-operator.ts";
import { jsonAnswer } from "../answers/answer.ts";
import { OK } from "../answers/problem.ts";
import { writeProblem } from "../answers/write-problem.ts";
import { readChoice } from "../events/read-choice.ts";
import { inPlace } from "../turns/carry-out.ts";
import { defineRoute } from "./define-route.ts";

/** The events of the outbox, the newest first: `{ "events": […] }`, by `state`, `rule` and `limit` in the query. */
export const listEvents = defineRoute({
  method: "GET",
  path: "/api/v2/apps/:appId/events",
  answer: async (service, request) => {
    const { output: admission, diagnostics } = authenticateOperator(service, request, "events");
    if (admission === undefined) return writeProblem(diagnostics, request.id);
    const choice = readChoice(request.url);
    if (choice.output === undefined) return writeProblem(choice.diagnostics, request.id);
    const { output } = choice;
    return inPlace(service, admission.key, request, async () =>
      jsonAnswer(OK, JSON.stringify({ events: await admission.operator.list(output) })),
    );
  },
});
