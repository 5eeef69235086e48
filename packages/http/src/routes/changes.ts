import { diagnose, refuseRight } from "@tablewright/core";
import { readQuery } from "../access/address.ts";
import { authenticateForApplication } from "../access/authenticate-for-application.ts";
import { identityInQuery } from "../access/identity-in-query.ts";
import { jsonAnswer } from "../answers/answer.ts";
import { OK } from "../answers/problem.ts";
import { writeProblem } from "../answers/write-problem.ts";
import { headerOf } from "../api-request.ts";
import { streamChanges } from "../changes/stream-changes.ts";
import { inPlace } from "../turns/carry-out.ts";
import { withinRoom } from "../turns/within-room.ts";
import { defineRoute } from "./define-route.ts";

/**
 * What was changed after a cursor, in the tables that the key reaches: `{ "changes": […], "cursor", "more" }`, or, for who
 * accepts `text/event-stream`, an event for each change until the caller or the server goes.
 */
export const changes = defineRoute({
  method: "GET",
  path: "/api/v2/apps/:appId/changes",
  answer: async (service, request) => {
    const authenticated = authenticateForApplication(service, request.parameters.appId, request);
    if (authenticated.output === undefined) return writeProblem(authenticated.diagnostics, request.id);
    const { application, key: held } = authenticated.output;
    const { name } = application.engine.app;
    const forbidden = refuseRight(held.key, ACTION, name);
    if (forbidden !== undefined) return writeProblem([forbidden], request.id);
    const identity = identityInQuery(held, request.url, name);
    if (identity.output === undefined) return writeProblem(identity.diagnostics, request.id);
    const limit = limitIn(request.url);
    if (limit === undefined)
      return writeProblem([diagnose("request/query", { name: "limit", expected: LIMITS })], request.id);
    const isStream = headerOf(request.headers, "accept")?.includes(EVENT_STREAM) ?? false;
    const last = isStream ? headerOf(request.headers, "last-event-id") : undefined;
    const after = last ?? readQuery(request.url, "after");
    const answer = () =>
      inPlace(service, held, request, async (turn) => {
        const read = (from: string | undefined) =>
          application.engine.changes({ ...identity.output, limit, turn, after: from });
        const first = await read(after);
        if (first.output === undefined) return writeProblem(first.diagnostics, request.id);
        if (isStream) return streamChanges(service, first.output, read);
        return jsonAnswer(OK, JSON.stringify(first.output));
      });
    return isStream ? withinRoom(held.turns.streams, request.id, answer) : answer();
  },
});

function limitIn(url: string): number | undefined {
  const text = readQuery(url, "limit") ?? "100";
  const limit = Number(text);
  return /^[1-9]\d{0,3}$/u.test(text) && limit <= MOST_CHANGES ? limit : undefined;
}

const MOST_CHANGES = 1_000;
const LIMITS = "a whole number from 1 to 1000";
const ACTION = "changes";
const EVENT_STREAM = "text/event-stream";
