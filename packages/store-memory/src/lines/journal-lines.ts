import { expectMembers } from "./expect-members.ts";
import { LineError } from "./line-error.ts";
import type { EventLine, RunLine } from "./line-shape.ts";
import { anObject, count, listOf, oneOf, optional, text, wholeNumber } from "./member.ts";

/** The event of a line; throws a `LineError` unless it is one. */
export function eventOfLine(line: EventLine, isKnown: (id: string) => boolean): EventLine["event"] {
  expectMembers(line, { event: anObject }, "an event");
  expectMembers(line.event, EVENT, "an event");
  refuseKnown(line.event.id, isKnown);
  return line.event;
}

/** The run of a line; throws a `LineError` unless it is one. */
export function runOfLine(line: RunLine, isKnown: (id: string) => boolean): RunLine["run"] {
  expectMembers(line, { run: anObject }, "a run");
  expectMembers(line.run, RUN, "a run");
  refuseKnown(line.run.id, isKnown);
  return line.run;
}

function refuseKnown(id: string, isKnown: (id: string) => boolean): void {
  if (isKnown(id)) throw new LineError(`has the id ${JSON.stringify(id)}, which a line before it has`);
}

const EVENT = {
  id: text,
  rule: text,
  payload: text,
  createdAt: wholeNumber,
  state: oneOf("waiting", "delivered", "failed"),
  attempts: count,
  dueAt: wholeNumber,
  error: optional(text),
};

const RUN = {
  id: text,
  rule: text,
  table: text,
  key: text,
  change: oneOf("add", "edit", "delete", "schedule"),
  outcome: oneOf("Done", "DepthReached", "NotMet", "Failed"),
  reason: optional(text),
  depth: count,
  at: wholeNumber,
  events: listOf(text),
};
