/** Answers as server-sent events. */
import type { Diagnostic } from "@tablewright/core";
import { headerOf, type RequestHeaders } from "../api-request.ts";
import { ALWAYS, type Answer } from "./answer.ts";
import { OK, writeProblem } from "./problem.ts";

/** What a caller wants who may take events. */
interface WantedEvents {
  /** Whether the caller accepts `text/event-stream`. */
  readonly isStream: boolean;
  /** The id of the last event that the caller has; undefined for one who takes no events. */
  readonly last: string | undefined;
}

export function wantedEvents(headers: RequestHeaders): WantedEvents {
  const isStream = headerOf(headers, "accept")?.includes(EVENT_STREAM) ?? false;
  return { isStream, last: isStream ? headerOf(headers, "last-event-id") : undefined };
}

export function eventAnswer(body: AsyncIterable<Uint8Array>): Answer {
  return { status: OK, headers: { ...ALWAYS, "content-type": `${EVENT_STREAM}; charset=utf-8` }, body };
}

export function encodeEvents(text: string): Uint8Array {
  return ENCODER.encode(text);
}

/** The last event of a stream: the problem that a new request would be answered. */
export function endEvent(diagnostics: readonly Diagnostic[], traceId: string): Uint8Array {
  return encodeEvents(`event: end\ndata: ${writeProblem(diagnostics, traceId).body}\n\n`);
}

const EVENT_STREAM = "text/event-stream";
const ENCODER = new TextEncoder();

/** The beginning of a stream: after so many milliseconds a caller who lost the connection comes again. */
export const FIRST_EVENT = encodeEvents("retry: 1000\n\n");

/** What is sent when nothing happens, so that no proxy closes the connection; and after how many milliseconds. */
export const SILENT_EVENT = encodeEvents(": here\n\n");
export const HEARTBEAT = 15_000;
