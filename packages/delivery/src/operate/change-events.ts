import { type EventOrder, eventsById } from "@tablewright/core";
import type { EventOutcome, Store, StoredEvent } from "@tablewright/core/storage";
import { defaultDeliveryLimits } from "../delivery-options.ts";
import { type SettledEvent, settleInOrder } from "../outcome/settlements.ts";
import {
  type EventFilter,
  isDropped,
  isOfApp,
  listOutboxEvents,
  storedEvents,
  writeDropped,
} from "./list-events.ts";

/** Events by their ids, or every dead letter of the application that was not dropped. */
export type EventSelection = readonly string[] | "failed";

/** What was done to events, and of each that nothing was done to, why. */
export interface EventChanges {
  readonly changed: readonly string[];
  readonly refused: readonly { readonly id: string; readonly reason: string }[];
}

/** Events of an application, and what they are changed with. */
export interface EventPlace {
  readonly store: Store;
  /** The id of the application. */
  readonly app: string;
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  readonly now: number;
  /** `engine.eventOrder`: an event that is given up holds others back no longer. */
  readonly order: EventOrder | undefined;
}

/** Changes events as they are at that moment: `change` gives the outcome to write, or a sentence that says why there is none. */
async function changeEvents(
  { store, app, now, order }: EventPlace,
  chosen: EventSelection,
  change: (event: StoredEvent) => EventOutcome | string,
): Promise<EventChanges> {
  const ids = chosen === "failed" ? await deadLettersOf(store, app) : [...new Set(chosen)];
  return store.write(async (transaction) => {
    const changed: string[] = [];
    const refused: { id: string; reason: string }[] = [];
    const settled: SettledEvent[] = [];
    const events = await eventsById(transaction, ids);
    for (const [at, id] of ids.entries()) {
      const event = events[at];
      const isThere = event !== undefined && isOfApp(event, app);
      const outcome = isThere ? change(event) : "The application has no such event.";
      if (!isThere || typeof outcome === "string") refused.push({ id, reason: String(outcome) });
      else {
        changed.push(id);
        settled.push({ event, outcome });
      }
    }
    await settleInOrder(transaction, settled, order, now);
    return { changed, refused };
  });
}

async function deadLettersOf(store: Store, app: string): Promise<readonly string[]> {
  const ids: string[] = [];
  for await (const { event } of storedEvents(store, app))
    if (event.state === "failed" && !isDropped(event)) ids.push(event.id);
  return ids;
}

/** Gives events up: they stay in the outbox and are not sent, unless they are retried. One under way may still arrive. */
export function dropOutboxEvents(place: EventPlace, chosen: EventSelection): Promise<EventChanges> {
  const { now } = place;
  return changeEvents(place, chosen, (event) => {
    if (event.state === "delivered") return "It was delivered.";
    if (isDropped(event)) return "It was dropped before.";
    return { id: event.id, state: "failed", dueAt: now, error: writeDropped(event.error, now) };
  });
}

/**
 * Makes events due now. What has failed, was dropped or even was delivered is sent again, for another 24 hours if need be;
 * what waits is only tried earlier. What is due soon is not changed, because a worker may be sending it.
 */
export function retryOutboxEvents(place: EventPlace, chosen: EventSelection): Promise<EventChanges> {
  const { now } = place;
  return changeEvents(place, chosen, ({ id, state, dueAt, error }) => {
    if (state !== "waiting") return { id, state: "waiting", dueAt: now, error: undefined };
    if (dueAt <= now + defaultDeliveryLimits.claim) return "It is being sent, or will be within a minute.";
    return { id, state, dueAt: now, error };
  });
}

/**
 * What operators see of the events of one application and do with them, as `@tablewright/http` takes it. `now` gives
 * milliseconds since 1970-01-01T00:00:00Z, `order` which events wait for others, as `engine.eventOrder` knows.
 */
export function eventOperator(
  store: Store,
  app: string,
  now: () => number,
  order: () => EventOrder | undefined,
) {
  const place = (): EventPlace => ({ store, app, now: now(), order: order() });
  return {
    list: (choice: EventFilter) => listOutboxEvents(store, app, choice),
    retry: (chosen: EventSelection) => retryOutboxEvents(place(), chosen),
    drop: (chosen: EventSelection) => dropOutboxEvents(place(), chosen),
  };
}
