import { type Diagnostic, diagnose, type Outcome } from "@tablewright/core";
import type { JsonValue } from "@tablewright/core/expression";
import { authenticateOperator } from "../access/authenticate-operator.ts";
import { type Answer, jsonAnswer } from "../answers/answer.ts";
import { OK } from "../answers/problem.ts";
import { writeProblem } from "../answers/write-problem.ts";
import { isObject } from "../body/read-call.ts";
import type { ChosenEvents } from "../events/event-operator.ts";
import type { Service } from "../service.ts";
import { carryOut } from "../turns/carry-out.ts";
import { defineRoute, type RoutedRequest } from "./define-route.ts";

/** Sends events of the outbox again: `{ "Ids": ["…"] }`, or `{ "Failed": true }` for all that have failed. */
export const retryEvents = defineRoute({
  method: "POST",
  path: "/api/v2/apps/:appId/events/retry",
  answer: (service, request) => changeEvents(service, request, "retry"),
});

/** Sends the events that the body names again, or gives them up. */
export async function changeEvents(
  service: Service,
  request: RoutedRequest<"appId">,
  change: "retry" | "drop",
): Promise<Answer> {
  const { output: admission, diagnostics } = authenticateOperator(service, request, "events");
  if (admission === undefined) return writeProblem(diagnostics, request.id);
  const { key, operator } = admission;
  if (operator.readOnly) return writeProblem([diagnose("server/read-only", {})], request.id);
  return carryOut(service, key, request, async (body) => {
    const chosen = readChosen(body);
    if (chosen.output === undefined) return writeProblem(chosen.diagnostics, request.id);
    return jsonAnswer(OK, JSON.stringify(await operator[change](chosen.output)));
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

function refuse(diagnostic: Diagnostic): { output: undefined; diagnostics: readonly Diagnostic[] } {
  return { output: undefined, diagnostics: [diagnostic] };
}

const MOST_NAMED = 200;

/** Gives events of the outbox up: `{ "Ids": ["…"] }`, or `{ "Failed": true }` for all that have failed. */
export const dropEvents = defineRoute({
  method: "POST",
  path: "/api/v2/apps/:appId/events/drop",
  answer: (service, request) => changeEvents(service, request, "drop"),
});
