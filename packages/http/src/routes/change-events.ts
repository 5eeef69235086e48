import { type Diagnostic, diagnose, type Outcome } from "@tablewright/core";
import type { JsonValue } from "@tablewright/core/expression";
import { isObject } from "../body/read-call.ts";
import { closed, listSchema, type OpenApiSchema, says, TEXT, TEXTS } from "../openapi/json-schema.ts";
import type { ChosenEvents } from "../settings.ts";
import { type AdmittedCall, defineApplicationRoute } from "./define-application-route.ts";
import { withEvents } from "./list-events.ts";

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
