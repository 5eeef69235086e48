import { answered, query } from "./describing-paths.ts";
import type { JsonSchema } from "./json-schema.ts";

/** The paths of the outbox and of what rules did, for keys that may see it. */
export function eventPaths(base: string): Readonly<Record<string, JsonSchema>> {
  return {
    [`${base}/events`]: {
      parameters: [query("state"), query("rule"), query("limit")],
      get: {
        operationId: "listEvents",
        summary: "The webhooks and mails of the outbox, the newest first.",
        responses: answered("Events"),
      },
    },
    [`${base}/events/{eventId}`]: {
      parameters: [{ name: "eventId", in: "path", required: true, schema: { type: "string" } }],
      get: {
        operationId: "showEvent",
        summary: "One event of the outbox.",
        responses: answered("OutboxEvent"),
      },
    },
    [`${base}/runs`]: {
      parameters: [query("before"), query("limit")],
      get: {
        operationId: "listRuns",
        summary: "What workflow rules did, the newest first, and when those with a schedule run.",
        responses: answered("Runs"),
      },
    },
    [`${base}/rules`]: {
      get: {
        operationId: "listRules",
        summary: "The workflow rules, and which tables they and the formulas of columns read and change.",
        responses: answered("Rules"),
      },
    },
    [`${base}/events/retry`]: {
      post: {
        operationId: "retryEvents",
        summary: "Sends events of the outbox again.",
        requestBody: { required: true, content: { "application/json": { schema: chosenEvents } } },
        responses: answered("ChangedEvents"),
      },
    },
    [`${base}/events/drop`]: {
      post: {
        operationId: "dropEvents",
        summary: "Gives events of the outbox up.",
        requestBody: { required: true, content: { "application/json": { schema: chosenEvents } } },
        responses: answered("ChangedEvents"),
      },
    },
  };
}

const chosenEvents: JsonSchema = {
  oneOf: [
    {
      type: "object",
      required: ["Ids"],
      properties: { Ids: { type: "array", items: { type: "string" }, minItems: 1, maxItems: 200 } },
    },
    { type: "object", required: ["Failed"], properties: { Failed: { const: true } } },
  ],
};
