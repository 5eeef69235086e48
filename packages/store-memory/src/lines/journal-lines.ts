import { expectMembers } from "./expect-members.ts";
import { LineError } from "./line-error.ts";
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
