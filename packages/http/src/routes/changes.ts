import { type ChangeFeedPart, type ChangesRequest, type Outcome, refuseRight } from "@tablewright/core";
import { identityInQuery } from "../access/access-key.ts";
import { type ApplicationAdmission, authenticateForApplication } from "../access/authenticate.ts";
import { withPerson } from "../access/sign-in/with-person.ts";
import {
  encodeEvents,
  endEvent,
  eventAnswer,
  FIRST_EVENT,
  HEARTBEAT,
  SILENT_EVENT,
  wantedEvents,
} from "../answers/event-stream.ts";
import {
  BOOL,
  changedRow,
  closed,
  listSchema,
  MOMENT,
  reference,
  says,
  TEXT,
  TEXTS,
} from "../openapi/json-schema.ts";
import type { Service } from "../service.ts";
import { withinRoom } from "../turns/room.ts";
import { defineApplicationRoute } from "./define-application-route.ts";
import { anyText, wholeNumberUpTo } from "./define-query.ts";
import type { RoutedRequest } from "./define-route.ts";

const RIGHT = "changes";
const MOST_CHANGES = 1_000;

/**
 * For who accepts `text/event-stream`, an event for each change until the caller or the server goes, or the caller may not read on.
 */
export const changes = defineApplicationRoute({
  method: "GET",
  path: "changes",
  operation: "readChanges",
  summary: "The changes after a cursor, also as server-sent events.",
  right: RIGHT,
  query: { after: anyText, limit: wholeNumberUpTo(MOST_CHANGES, 100), RunAsUserEmail: anyText },
  answers: "Changes",
  schemas: {
    Changes: says(
      closed({
        changes: listSchema(reference("RecordedVersion")),
        cursor: says(TEXT, "What the next request gives as `after`."),
        more: says(BOOL, "Whether there is more already."),
      }),
      "A part of the feed of changes.",
    ),
    RecordedVersion: says(
      closed(
        {
          cursor: says(TEXT, "Where the feed goes on after it."),
          time: says(MOMENT, "When the call began, such as `2026-03-14T15:09:26.535Z`."),
          call: says(TEXT, "The id of the call."),
          user: says(
            { type: ["string", "null"] },
            "The e-mail address the call was made for; null where it names no person, or where the reader may not know its cause.",
          ),
          accessKey: says(
            { type: ["string", "null"] },
            "The name of the access key by which it came; a limited key reads no name but its own.",
          ),
          cause: says(
            closed({ action: { type: ["string", "null"] }, rules: TEXTS }),
            "The action of the call, and the workflow rules that led from it to the change, the first that ran first. A limited key reads null for an action that it may not name, and no such rules.",
          ),
          ...changedRow,
          version: says(
            { type: ["string", "null"] },
            "Of the definition by which the call was carried out; null for a limited key.",
          ),
        },
        {
          concealed: says(TEXTS, "Sensitive columns that changed and whose values are not recorded."),
          unreadable: says(
            TEXTS,
            "Columns that are blank in `before` or `after` because what the database had there is none of their type.",
          ),
        },
      ),
      "A change of a row, as the caller may see it.",
    ),
  },
  async answer(call) {
    const { service, request, query, turn } = call;
    const { limit } = query;
    const feed = feedOf(call, request.url);
    if (feed.output === undefined) return feed;
    const { isStream, last } = wantedEvents(request.headers);
    const first = await feed.output({ limit, turn, signal: request.signal, after: last ?? query.after });
    const { output } = first;
    if (output === undefined || !isStream) return first;
    const readOn = async (from: string): Promise<Outcome<ChangeFeedPart>> => {
      const again = feedAgain(service, await withPerson(service, request));
      if (again.output === undefined) return { output: undefined, diagnostics: again.diagnostics };
      return again.output({ limit, turn, after: from, isTrusted: true });
    };
    return withinRoom(call.key.turns.streams, request.id, async () =>
      eventAnswer(eventsOf(service, output, readOn, request.id)),
    );
  },
});

/** Reads changes by the key, the person and the definition as they are now. */
type Feed = (
  page: Pick<ChangesRequest, "limit" | "turn" | "signal" | "after" | "isTrusted">,
) => Promise<Outcome<ChangeFeedPart>>;

function feedOf({ application: { engine }, key }: ApplicationAdmission, url: string): Outcome<Feed> {
  const identity = identityInQuery(key, url, engine.app.name);
  if (identity.output === undefined) return { output: undefined, diagnostics: identity.diagnostics };
  const { output: caller } = identity;
  return { output: (page) => engine.changes({ ...caller, ...page }), diagnostics: [] };
}

/** The same for a stream that reads on, which does not count as another request. */
function feedAgain(service: Service, request: RoutedRequest<"appId">): Outcome<Feed> {
  const admitted = authenticateForApplication(service, request.parameters.appId, request, false);
  if (admitted.output === undefined) return { output: undefined, diagnostics: admitted.diagnostics };
  const { application, key } = admitted.output;
  const forbidden = refuseRight(key.key, RIGHT, application.engine.app.name);
  if (forbidden !== undefined) return { output: undefined, diagnostics: [forbidden] };
  return feedOf(admitted.output, request.url);
}

/** Reads on after a cursor, as a new request would: who asks, and what they may see, is asked each time. */
type ReadChanges = (after: string) => Promise<Outcome<ChangeFeedPart>>;

/**
 * Changes as server-sent events, whose ids are cursors. The next are read when those before were taken, so that a caller
 * who reads slowly holds one part of them. An error ends the stream.
 */
async function* eventsOf(
  service: Service,
  first: ChangeFeedPart,
  read: ReadChanges,
  traceId: string,
): AsyncGenerator<Uint8Array> {
  yield FIRST_EVENT;
  let silent = 0;
  for (let changes = first; ; ) {
    if (changes.changes.length > 0) {
      yield encodeEvents(
        changes.changes.map((change) => eventFor(change.cursor, JSON.stringify(change))).join(""),
      );
      silent = 0;
    }
    if (service.isClosing()) return;
    if (!changes.more) {
      await service.wait(LOOK);
      silent += LOOK;
      if (service.isClosing()) return;
      if (silent >= HEARTBEAT) {
        yield SILENT_EVENT;
        silent = 0;
      }
    }
    const next = await read(changes.cursor);
    if (next.output === undefined) return yield endEvent(next.diagnostics, traceId);
    // A caller who comes again with a cursor of the other form would be refused; changes have their own.
    const isRewritten = isNumber(next.output.cursor) !== isNumber(changes.cursor);
    changes = next.output;
    if (isRewritten && changes.changes.length === 0) yield encodeEvents(`id: ${changes.cursor}\n\n`);
  }
}

/** Cursors of callers who see every change are short numbers. */
function isNumber(cursor: string): boolean {
  return cursor.length < 32;
}

function eventFor(id: string, data: string): string {
  return `id: ${id}\nevent: change\ndata: ${data}\n\n`;
}

/** Milliseconds between two looks for changes. */
const LOOK = 500;
