import { setTimeout as wait } from "node:timers/promises";
import type { Changes, Outcome } from "@tablewright/core";
import { ALWAYS, type Answer } from "../answers/answer.ts";
import { OK } from "../answers/problem.ts";
import type { Service } from "../service.ts";

/** Reads on after a cursor. */
type ReadChanges = (after: string) => Promise<Outcome<Changes>>;

/**
 * Changes as server-sent events, whose ids are cursors. The next are read when those before were taken, so that a caller
 * who reads slowly holds one part of them. An error ends the stream; the caller learns of it when they come again.
 */
export function streamChanges(service: Service, first: Changes, read: ReadChanges): Answer {
  const headers = { ...ALWAYS, "content-type": "text/event-stream; charset=utf-8" };
  return { status: OK, headers, body: eventsOf(service, first, read) };
}

async function* eventsOf(service: Service, first: Changes, read: ReadChanges): AsyncGenerator<Uint8Array> {
  yield encode(`retry: ${RETRY}\n\n`);
  let silent = 0;
  for (let changes = first; ; ) {
    if (changes.changes.length > 0) {
      yield encode(changes.changes.map((change) => eventFor(change.cursor, JSON.stringify(change))).join(""));
      silent = 0;
    }
    if (service.isClosing()) return;
    if (!changes.more) {
      await wait(LOOK, undefined, { ref: false });
      silent += LOOK;
      if (service.isClosing()) return;
      if (silent >= HEARTBEAT) {
        yield encode(": here\n\n");
        silent = 0;
      }
    }
    const next = await read(changes.cursor);
    if (next.output === undefined) return;
    changes = next.output;
  }
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
