import type { StoredEvent } from "@tablewright/core/storage";
import { expectMembers } from "./expect-members.ts";
import type { EventLine, RunLine } from "./line-shape.ts";
import {
  anObject,
  countMember,
  listMember,
  oneOfMember,
  optional,
  textMember,
  wholeNumberMember,
} from "./member.ts";

/** The event of a line of an earlier program; throws a `LineError` unless it is one. */
export function eventOfLine(line: EventLine): Omit<StoredEvent, "sequence"> {
  expectMembers(line, { event: anObject }, "an event");
  expectMembers(line.event, EVENT, "an event");
  return { ...line.event, error: line.event.error };
}

/** The run of a line of an earlier program; throws a `LineError` unless it is one. */
export function runOfLine(line: RunLine): RunLine["run"] {
  expectMembers(line, { run: anObject }, "a run");
  expectMembers(line.run, RUN, "a run");
  return line.run;
}

const EVENT = {
  id: textMember,
  rule: textMember,
  payload: textMember,
  createdAt: wholeNumberMember,
  state: oneOfMember("waiting", "delivered", "failed"),
  attempts: countMember,
  dueAt: wholeNumberMember,
  error: optional(textMember),
};

const RUN = {
  id: textMember,
  rule: textMember,
  table: textMember,
  key: textMember,
  change: oneOfMember("add", "edit", "delete", "schedule"),
  outcome: oneOfMember("Done", "DepthReached", "NotMet", "Failed"),
  reason: optional(textMember),
  depth: countMember,
  at: wholeNumberMember,
  events: listMember(textMember),
};
