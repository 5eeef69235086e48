import { type Diagnostic, diagnose, type Outcome } from "@tablewright/core";
import type { JsonValue } from "@tablewright/core/expression";
import { brief } from "../answers/answer.ts";
import { isObject } from "../body/read-call.ts";
import {
  COUNT,
  closed,
  listSchema,
  MOMENT,
  type OpenApiSchema,
  oneOfValues,
  reference,
  says,
  TEXT,
  TEXTS,
} from "../openapi/json-schema.ts";
import type { ChosenEvents, EventOperator } from "../settings.ts";
import { type AdmittedCall, defineApplicationRoute, noSuchPath } from "./define-application-route.ts";
import { anyText, oneOfTexts, wholeNumberUpTo } from "./define-query.ts";

const OUTBOX_STATES = ["waiting", "delivered", "failed", "dropped"] as const;
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
async function withEvents(
  { service, application, request }: Pick<AdmittedCall, "service" | "application" | "request">,
  work: (operator: EventOperator) => Promise<Outcome<object>>,
): Promise<Outcome<object>> {
  const operator = service.events?.(application.name);
  return operator === undefined ? noSuchPath(request) : work(operator);
}

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

const MOST_NAMED = 200;

const chosenEvents: OpenApiSchema = {
  oneOf: [
    {
      type: "object",
      required: ["Ids"],
      properties: { Ids: { type: "array", items: { type: "string" }, minItems: 1, maxItems: MOST_NAMED } },
    },
    { type: "object", required: ["Failed"], properties: { Failed: { const: true } } },
  ],
};

export const retryEvents = defineApplicationRoute({
  method: "POST",
  path: "events/retry",
  operation: "retryEvents",
  summary: "Sends events of the outbox again.",
  right: "events",
  body: chosenEvents,
  answers: "ChangedEvents",
  schemas: {
    ChangedEvents: says(
      closed({
        changed: says(TEXTS, "Their ids."),
        refused: says(
          listSchema(closed({ id: TEXT, reason: TEXT })),
          "Events that stayed as they were, with a sentence that says why.",
        ),
      }),
      "What became of events that were to be sent again or given up.",
    ),
  },
  answer: (call) => changeEvents(call, "retry"),
});

export const dropEvents = defineApplicationRoute({
  method: "POST",
  path: "events/drop",
  operation: "dropEvents",
  summary: "Cancels events of the outbox.",
  right: "events",
  body: chosenEvents,
  answers: "ChangedEvents",
  answer: (call) => changeEvents(call, "drop"),
});

function changeEvents(
  call: Pick<AdmittedCall, "service" | "application" | "request" | "body">,
  change: "retry" | "drop",
): Promise<Outcome<object>> {
  return withEvents(call, async (operator) => {
    if (operator.readOnly) return refuse(diagnose("server/read-only", {}));
    const chosen = readChosen(call.body);
    if (chosen.output === undefined) return { output: undefined, diagnostics: chosen.diagnostics };
    return { output: await operator[change](chosen.output), diagnostics: [] };
  });
}

/** The events that a body names: `{ "Ids": ["…"] }`, or `{ "Failed": true }` for all that have failed. */
function readChosen(body: JsonValue): Outcome<ChosenEvents> {
  if (!isObject(body)) return refuse(diagnose("event/choice", {}));
  const members = Object.entries(body);
  const [[name, value] = []] = members;
  if (members.length !== 1 || name === undefined) return refuse(diagnose("event/choice", {}));
  if (name.toLowerCase() === "failed" && value === true) return { output: "failed", diagnostics: [] };
  if (name.toLowerCase() !== "ids" || !isTexts(value)) return refuse(diagnose("event/choice", {}));
  if (value.length > MOST_NAMED) return refuse(diagnose("limit/chosen-events", { limit: MOST_NAMED }));
  return { output: value, diagnostics: [] };
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === "string");
}

function refuse(diagnostic: Diagnostic): Outcome<never> {
  return { output: undefined, diagnostics: [diagnostic] };
}
