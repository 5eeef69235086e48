import type { Store } from "@tablewright/core/storage";
import { type ChangedEvents, type ChosenEvents, changeEvents } from "./change-events.ts";
import { isDropped, writeDropped } from "./dropped.ts";

/** Gives events up: they stay in the outbox and are not sent, unless they are retried. One under way may still arrive. */
export function dropEvents(
  store: Store,
  app: string,
  chosen: ChosenEvents,
  now: number,
): Promise<ChangedEvents> {
  return changeEvents(store, app, chosen, (event) => {
    if (event.state === "delivered") return "It was delivered.";
    if (isDropped(event)) return "It was dropped before.";
    return { id: event.id, state: "failed", dueAt: now, error: writeDropped(event.error, now) };
  });
}
