import type { Outcome } from "@tablewright/core";
import {
  COUNT,
  closed,
  listSchema,
  MOMENT,
  oneOfValues,
  reference,
  says,
  TEXT,
} from "../openapi/json-schema.ts";
import type { EventOperator } from "../settings.ts";
import { type AdmittedCall, defineApplicationRoute, noSuchPath } from "./define-application-route.ts";
import { anyText, oneOfTexts, wholeNumberUpTo } from "./define-query.ts";

export const OUTBOX_STATES = ["waiting", "delivered", "failed", "dropped"] as const;
const MOST_LISTED = 1_000;

export const listEvents = defineApplicationRoute({
  method: "GET",
  path: "events",
  operation: "listEvents",
  summary: "The webhooks and mails of the outbox, the newest first.",
  right: "events",
  query: { state: oneOfTexts(...OUTBOX_STATES), rule: anyText, limit: wholeNumberUpTo(MOST_LISTED, 50) },
  answers: "Events",
  schemas: {
    Events: closed({ events: listSchema(reference("OutboxEvent")) }),
    OutboxEvent: says(
      closed(
        {
          id: TEXT,
          state: oneOfValues(...OUTBOX_STATES),
          rule: TEXT,
          attempts: says(COUNT, "Requests that were sent since the event was last queued or sent again."),
          claims: COUNT,
          created: MOMENT,
        },
        {
          table: TEXT,
          key: TEXT,
          change: TEXT,
          method: says(TEXT, "Of a webhook, as is `url`."),
          url: TEXT,
          to: says(TEXT, "Of a mail, as is `subject`."),
          subject: TEXT,
          due: says(MOMENT, "When it is tried next, of an event that waits."),
          lastAttempt: says(TEXT, "How the last attempt ended, such as `204 No Content`."),
          answer: says(TEXT, "The beginning of what the receiver answered to it."),
          error: says(TEXT, "Why it is not delivered."),
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
