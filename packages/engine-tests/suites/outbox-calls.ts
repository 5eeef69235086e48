/** What tests do with the outbox of a store. */
import { appendEvents, claimEvents, readOutbox, settleEvents } from "@tablewright/core";
import type { EventOutcome, OutboxEvent, Store, StoredEvent } from "@tablewright/core/storage";

export function event(id: string, createdAt = 1): OutboxEvent {
  return { id, rule: "Send it", payload: `{"to":"${id}"}`, createdAt };
}

/** The event as it is before it was claimed. */
export function waiting(sequence: number, id: string, createdAt = 1): StoredEvent {
  return {
    ...event(id, createdAt),
    sequence,
    state: "waiting",
    attempts: 0,
    dueAt: createdAt,
    error: undefined,
  };
}

export function append(store: Store, events: readonly OutboxEvent[]): Promise<void> {
  return store.write((transaction) => appendEvents(transaction, events));
}

export function claim(
  store: Store,
  now: number,
  until: number,
  limit = 100,
): Promise<readonly StoredEvent[]> {
  return store.write((transaction) => claimEvents(transaction, { now, until, limit }));
}

export function settle(store: Store, outcomes: readonly EventOutcome[]): Promise<void> {
  return store.write((transaction) => settleEvents(transaction, outcomes));
}

export function list(store: Store, limit = 100, before?: number): Promise<readonly StoredEvent[]> {
  const page = before === undefined ? { limit } : { limit, before };
  return store.read((transaction) => readOutbox(transaction, page));
}

export function ids(events: readonly StoredEvent[]): string[] {
  return events.map(({ id }) => id);
}
