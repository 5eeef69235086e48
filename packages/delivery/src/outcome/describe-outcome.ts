import type { LogEntry } from "@tablewright/core";
import type { EventOutcome } from "@tablewright/core/storage";
import type { Answered, Unanswered } from "../attempt/attempt-result.ts";
import type { HeldEvent } from "../held-event.ts";
import { readNote } from "./attempt-note.ts";

/** What an operator reads of an attempt: names and numbers, never the request or its answer. */
export function describeOutcome(
  { event, host }: HeldEvent,
  result: Answered | Unanswered,
  outcome: EventOutcome,
  took: number,
): LogEntry {
  const attempt = readNote(outcome.error)?.attempts ?? (readNote(event.error)?.attempts ?? 0) + 1;
  const details = { event: event.id, rule: event.rule, host, attempt, milliseconds: took };
  if (outcome.state === "delivered")
    return { level: "info", message: "event delivered", details: { ...details, answer: result.reason } };
  const isDead = outcome.state === "failed";
  return {
    level: "warning",
    message: isDead ? "event failed for good" : "event not delivered, to be tried again",
    details: {
      ...details,
      reason: result.reason,
      ...(isDead ? {} : { due: new Date(outcome.dueAt).toISOString() }),
    },
  };
}
