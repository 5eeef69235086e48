import { diagnose } from "@tablewright/core";
import { brief } from "../answers/answer.ts";
import { defineApplicationRoute } from "./define-application-route.ts";
import { withEvents } from "./list-events.ts";

const LONGEST_ID = 100;

export const showEvent = defineApplicationRoute({
  method: "GET",
  path: "events/:eventId",
  operation: "showEvent",
  summary: "One event of the outbox: its state, and the last answer of its receiver.",
  right: "events",
  answers: "OutboxEvent",
  answer(call) {
    const { eventId: id } = call.request.parameters;
    return withEvents(call, async (operator) => {
      const [event] = await operator.list({ id, limit: 1 });
      return event === undefined
        ? { output: undefined, diagnostics: [diagnose("event/not-found", { id: brief(id, LONGEST_ID) })] }
        : { output: event, diagnostics: [] };
    });
  },
});
