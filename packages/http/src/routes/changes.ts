import { type Changes, type ChangesRequest, diagnose, type Outcome, refuseRight } from "@tablewright/core";
import type { HeldKey } from "../access/access-key.ts";
import { readQuery } from "../access/address.ts";
import { authenticateForApplication } from "../access/authenticate-for-application.ts";
import { identityInQuery } from "../access/identity-in-query.ts";
import { withPerson } from "../access/sign-in/with-person.ts";
import { ALWAYS, type Answer, jsonAnswer } from "../answers/answer.ts";
import { OK } from "../answers/problem.ts";
import { writeProblem } from "../answers/write-problem.ts";
import { headerOf } from "../api-request.ts";
import type { Service } from "../service.ts";
import { inPlace } from "../turns/carry-out.ts";
import { withinRoom } from "../turns/room.ts";
import { defineRoute, type RoutedRequest } from "./define-route.ts";

/**
 * What was changed after a cursor, in the tables that the key reaches: `{ "changes": […], "cursor", "more" }`, or, for who
 * accepts `text/event-stream`, an event for each change until the caller or the server goes, or the caller may not read on.
 */
export const changes = defineRoute({
  method: "GET",
  path: "/api/v2/apps/:appId/changes",
  answer: async (service, request) => {
    const feed = openFeed(service, request);
    if (feed.output === undefined) return writeProblem(feed.diagnostics, request.id);
    const { held, read } = feed.output;
    const limit = limitIn(request.url);
    if (limit === undefined)
      return writeProblem([diagnose("request/query", { name: "limit", expected: LIMITS })], request.id);
    const isStream = headerOf(request.headers, "accept")?.includes(EVENT_STREAM) ?? false;
    const last = isStream ? headerOf(request.headers, "last-event-id") : undefined;
    const after = last ?? readQuery(request.url, "after");
    const answer = () =>
      inPlace(service, held, request, async (turn) => {
        const first = await read({ limit, turn, after });
        if (first.output === undefined) return writeProblem(first.diagnostics, request.id);
        if (!isStream) return jsonAnswer(OK, JSON.stringify(first.output));
        const readOn = async (from: string): Promise<Outcome<Changes>> => {
          const again = openFeed(service, await withPerson(service, request), false);
          if (again.output === undefined) return { output: undefined, diagnostics: again.diagnostics };
          return again.output.read({ limit, turn, after: from, isTrusted: true });
        };
        return streamChanges(service, first.output, readOn, request.id);
      });
    return isStream && request.turn === undefined
      ? withinRoom(held.turns.streams, request.id, answer)
      : answer();
  },
});

/** The permit for reading changes, by the key, the person and the definition as they are now. */
interface Feed {
  readonly held: HeldKey;
  read(page: Pick<ChangesRequest, "limit" | "turn" | "after" | "isTrusted">): Promise<Outcome<Changes>>;
}

function openFeed(service: Service, request: RoutedRequest<"appId">, counts?: boolean): Outcome<Feed> {
  const { output, diagnostics } = authenticateForApplication(
    service,
    request.parameters.appId,
    request,
    counts,
  );
  if (output === undefined) return { output, diagnostics };
  const { application, key: held } = output;
  const { engine } = application;
  const forbidden = refuseRight(held.key, "changes", engine.app.name);
  if (forbidden !== undefined) return { output: undefined, diagnostics: [forbidden] };
  const identity = identityInQuery(held, request.url, engine.app.name);
  if (identity.output === undefined) return { output: undefined, diagnostics: identity.diagnostics };
  const { output: caller } = identity;
  return {
    output: { held, read: (page) => engine.changes({ ...caller, ...page }) },
    diagnostics: [],
  };
}

function limitIn(url: string): number | undefined {
  const text = readQuery(url, "limit") ?? "100";
  const limit = Number(text);
  return /^[1-9]\d{0,3}$/u.test(text) && limit <= MOST_CHANGES ? limit : undefined;
}

const MOST_CHANGES = 1_000;
const LIMITS = "a whole number from 1 to 1000";
const EVENT_STREAM = "text/event-stream";

/** Reads on after a cursor, as a new request would: who asks, and what they may see, is asked each time. */
type ReadChanges = (after: string) => Promise<Outcome<Changes>>;

/**
 * Changes as server-sent events, whose ids are cursors. The next are read when those before were taken, so that a caller
 * who reads slowly holds one part of them. An error ends the stream with an event `end`, which has the problem that a new request
 * would be answered.
 */
function streamChanges(service: Service, first: Changes, read: ReadChanges, traceId: string): Answer {
  const headers = { ...ALWAYS, "content-type": "text/event-stream; charset=utf-8" };
  return { status: OK, headers, body: eventsOf(service, first, read, traceId) };
}

async function* eventsOf(
  service: Service,
  first: Changes,
  read: ReadChanges,
  traceId: string,
): AsyncGenerator<Uint8Array> {
  yield encode(`retry: ${RETRY}\n\n`);
  let silent = 0;
  for (let changes = first; ; ) {
    if (changes.changes.length > 0) {
      yield encode(changes.changes.map((change) => eventFor(change.cursor, JSON.stringify(change))).join(""));
      silent = 0;
    }
    if (service.isClosing()) return;
    if (!changes.more) {
      await service.wait(LOOK);
      silent += LOOK;
      if (service.isClosing()) return;
      if (silent >= HEARTBEAT) {
        yield encode(": here\n\n");
        silent = 0;
      }
    }
    const next = await read(changes.cursor);
    if (next.output === undefined) {
      yield encode(`event: end\ndata: ${writeProblem(next.diagnostics, traceId).body}\n\n`);
      return;
    }
    // A caller who comes again with a cursor of the other form would be refused; changes have their own.
    const isRewritten = isNumber(next.output.cursor) !== isNumber(changes.cursor);
    changes = next.output;
    if (isRewritten && changes.changes.length === 0) yield encode(`id: ${changes.cursor}\n\n`);
  }
}

/** Cursors of callers who see every change are short numbers. */
function isNumber(cursor: string): boolean {
  return cursor.length < 32;
}

function eventFor(id: string, data: string): string {
  return `id: ${id}\nevent: change\ndata: ${data}\n\n`;
}

function encode(text: string): Uint8Array {
  return ENCODER.encode(text);
}

const ENCODER = new TextEncoder();

/** Milliseconds after which a caller who lost the connection comes again. */
const RETRY = 1_000;
/** Milliseconds between two looks for changes. */
const LOOK = 500;
/** Milliseconds without a change after which something is sent all the same, so that nothing between takes the line for dead. */
const HEARTBEAT = 15_000;
