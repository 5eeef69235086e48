import { type Effect, type EventOrder, type OrderedEvent, settleEvents } from "@tablewright/core";
import type { EventOutcome, StoredEvent, WriteTransaction } from "@tablewright/core/storage";

/** An event as it is stored, and what becomes of it. */
export interface SettledEvent {
  readonly event: StoredEvent;
  readonly outcome: EventOutcome;
}

/** Notes outcomes. What waited for an event that is done with is due at `now`. */
export async function settleInOrder(
  transaction: WriteTransaction,
  settled: readonly SettledEvent[],
  order: EventOrder | undefined,
  now: number,
): Promise<void> {
  await settleEvents(
    transaction,
    settled.map(({ outcome }) => outcome),
  );
  if (order === undefined) return;
  const left = settled.flatMap(({ event, outcome }) =>
    outcome.state === "waiting" ? [] : (orderedEvent(event) ?? []),
  );
  if (left.length === 0) return;
  const next = await order.leave(transaction, left);
  // An event that waits for another was never tried, so there is nothing to say of an attempt.
  await settleEvents(
    transaction,
    next.map((id) => ({ id, state: "waiting", dueAt: now, error: undefined })),
  );
}

/** The event with its lane; undefined for one that is sent whenever its turn comes. */
export function orderedEvent({ id, payload }: Pick<StoredEvent, "id" | "payload">): OrderedEvent | undefined {
  if (!payload.includes('"lane":')) return undefined;
  try {
    const { lane } = JSON.parse(payload) as Effect;
    return typeof lane === "number" ? { id, lane } : undefined;
  } catch {
    return undefined;
  }
}
