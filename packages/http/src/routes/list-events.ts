import type { Outcome } from "@tablewright/core";
import type { EventOperator } from "../events/event-operator.ts";
import { closed, count, listOf, moment, oneOf, reference, says, text } from "../openapi/json-schema.ts";
import { type AdmittedCall, defineApplicationRoute, noSuchPath } from "./define-application-route.ts";
import { anyText, oneOfTexts, wholeNumber } from "./define-query.ts";

export const EVENT_STATES = ["waiting", "delivered", "failed", "dropped"] as const;

export const listEvents = defineApplicationRoute({
  method: "GET",
  path: "events",
  operation: "listEvents",
  summary: "The webhooks and mails of the outbox, the newest first.",
  right: "events",
  query: { state: oneOfTexts(...EVENT_STATES), rule: anyText, limit: wholeNumber(1_000, 50) },
  answers: "Events",
  schemas: {
    Events: closed({ events: listOf(reference("OutboxEvent")) }),
    OutboxEvent: says(
      closed(
        {
          id: text,
          state: oneOf(...EVENT_STATES),
          rule: text,
          attempts: says(count, "Requests that were sent since the event was last queued or sent again."),
          claims: count,
          created: moment,
        },
        {
          table: text,
          key: text,
          change: text,
          method: says(text, "Of a webhook, as is `url`."),
          url: text,
          to: says(text, "Of a mail, as is `subject`."),
          subject: text,
          due: says(moment, "When it is tried next, of an event that waits."),
          lastAttempt: says(text, "How the last attempt ended, such as `204 No Content`."),
          answer: says(text, "The beginning of what the receiver answered to it."),
          error: says(text, "Why it is not delivered."),
        },
      ),
      "A webhook or a mail that a rule asked for: how far it is, and where it goes. Times are ISO 8601.",
    ),
  },
  async answer(call) {
    const { state, rule, limit } = call.query;
    const choice = { limit, ...(state && { state }), ...(rule === undefined ? {} : { rule }) };
    return withEvents(call, async (operator) => ({
      output: { events: await operator.list(choice) },
      diagnostics: [],
    }));
  },
});

/** Carries `work` out with the outbox of the application, where the program that serves hands it in. */
export async function withEvents(
  { service, application, request }: Pick<AdmittedCall, "service" | "application" | "request">,
  work: (operator: EventOperator) => Promise<Outcome<object>>,
): Promise<Outcome<object>> {
  const operator = service.events?.(application.name);
  return operator === undefined ? noSuchPath(request) : work(operator);
}
