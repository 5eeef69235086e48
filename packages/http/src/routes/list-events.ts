import { type Diagnostic, diagnose, type Outcome } from "@tablewright/core";
import { readQuery } from "../access/address.ts";
import { authenticateOperator } from "../access/authenticate-operator.ts";
import { jsonAnswer } from "../answers/answer.ts";
import { OK } from "../answers/problem.ts";
import { writeProblem } from "../answers/write-problem.ts";
import type { EventChoice, EventState } from "../events/event-operator.ts";
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

/** The events that a query chooses: `state`, `rule` and `limit`. */
function readChoice(url: string): Outcome<EventChoice> {
  const state = readQuery(url, "state");
  if (state !== undefined && !isState(state)) return refuse("state", STATES.join(", "));
  const limit = readQuery(url, "limit") ?? String(DEFAULT);
  if (!/^[1-9]\d{0,3}$/u.test(limit) || Number(limit) > MOST_LISTED)
    return refuse("limit", `a whole number from 1 to ${MOST_LISTED}`);
  const rule = readQuery(url, "rule");
  const choice = { limit: Number(limit), ...(state && { state }), ...(rule === undefined ? {} : { rule }) };
  return { output: choice, diagnostics: [] };
}

function refuse(name: string, expected: string): { output: undefined; diagnostics: readonly Diagnostic[] } {
  return { output: undefined, diagnostics: [diagnose("request/query", { name, expected })] };
}

function isState(text: string): text is EventState {
  return STATES.some((state) => state === text);
}

const STATES: readonly EventState[] = ["waiting", "delivered", "failed", "dropped"];
const DEFAULT = 50;
const MOST_LISTED = 1_000;
