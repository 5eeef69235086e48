import type { Changes, Outcome } from "@tablewright/core";
import { ALWAYS, type Answer } from "../answers/answer.ts";
import { OK } from "../answers/problem.ts";
import { writeProblem } from "../answers/write-problem.ts";
import type { Service } from "../service.ts";

/** Reads on after a cursor, as a new request would: who asks, and what they may see, is asked each time. */
type ReadChanges = (after: string) => Promise<Outcome<Changes>>;

/**
 * Changes as server-sent events, whose ids are cursors. The next are read when those before were taken, so that a caller
 * who reads slowly holds one part of them. An error ends the stream with an event `end`, which has the problem that a new request
 * would be answered.
 */
export function streamChanges(service: Service, first: Changes, read: ReadChanges, traceId: string): Answer {
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
