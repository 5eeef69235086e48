import { type ChangedEvents, type ChosenEvents, changeEvents, type EventPlace } from "./change-events.ts";
import { isDropped, writeDropped } from "./dropped.ts";

/** Gives events up: they stay in the outbox and are not sent, unless they are retried. One under way may still arrive. */
export function dropEvents(place: EventPlace, chosen: ChosenEvents): Promise<ChangedEvents> {
  const { now } = place;
  return changeEvents(place, chosen, (event) => {
    if (event.state === "delivered") return "It was delivered.";
    if (isDropped(event)) return "It was dropped before.";
    return { id: event.id, state: "failed", dueAt: now, error: writeDropped(event.error, now) };
  });
}
