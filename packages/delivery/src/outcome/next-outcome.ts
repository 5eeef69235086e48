import type { EventOutcome, StoredEvent } from "@tablewright/core/storage";
import type { Answered, Unanswered } from "../attempt/attempt-result.ts";
import { judgeStatus } from "../attempt/judge-status.ts";
import type { DeliveryLimits } from "../delivery-limits.ts";
import { readNote, writeNote } from "./attempt-note.ts";
import { readRetryAfter } from "./read-retry-after.ts";

/**
 * What becomes of an event after an attempt: delivered, tried again later, or a dead letter. Times between attempts double,
 * each drawn from its upper half; the last attempt is made when the time for all of them is over.
 */
export function nextOutcome(
  event: Pick<StoredEvent, "id" | "error">,
  result: Answered | Unanswered,
  {
    now,
    random,
    limits,
  }: { readonly now: number; readonly random: () => number; readonly limits: DeliveryLimits },
): EventOutcome {
  const { id } = event;
  const verdict = result.kind === "answered" ? judgeStatus(result.status) : undefined;
  const before = readNote(event.error);
  const attempts = (before?.attempts ?? 0) + 1;
  const since = Math.min(before?.since ?? now, now); // the clock may have been set back
  const answer = result.kind === "answered" ? result.answer : "";
  const error = writeNote({ attempts, since, reason: result.reason, answer });
  if (verdict === "delivered") return { id, state: "delivered", dueAt: now, error };
  const isFinal = result.kind === "answered" ? verdict === "final" : result.isFinal;
  const last = since + limits.giveUp;
  if (isFinal || now >= last) return { id, state: "failed", dueAt: now, error };
  const doubled = Math.min(limits.firstDelay * 2 ** (attempts - 1), limits.longestDelay);
  const pause = result.kind === "answered" ? readRetryAfter(result.retryAfter, now) : 0;
  const delay = Math.max(Math.ceil(doubled * (0.5 + random() / 2)), pause);
  return { id, state: "waiting", dueAt: Math.min(now + delay, last), error };
}
