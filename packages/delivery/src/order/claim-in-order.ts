import type { EventOrder } from "@tablewright/core";
import type { EventClaim, StoredEvent, WriteTransaction } from "@tablewright/core/storage";
import { orderedEvent } from "./ordered-event.ts";

/**
 * Claims events, and puts those off again that wait for earlier ones of their rows. These come back when the one before them
 * is done with, and for safety after `pause` milliseconds.
 */
export async function claimInOrder(
  transaction: WriteTransaction,
  claim: EventClaim,
  order: EventOrder | undefined,
  pause: number,
): Promise<readonly StoredEvent[]> {
  const claimed = await transaction.claimEvents(claim);
  const ordered = order === undefined ? [] : claimed.flatMap((event) => orderedEvent(event) ?? []);
  if (order === undefined || ordered.length === 0) return claimed;
  const waiting = await order.waiting(transaction, ordered);
  const dueAt = claim.now + pause;
  const putOff = claimed.filter(({ id }) => waiting.has(id));
  await transaction.settleEvents(putOff.map(({ id, error }) => ({ id, state: "waiting", dueAt, error })));
  return claimed.filter(({ id }) => !waiting.has(id));
}
