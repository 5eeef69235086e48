import { defaultDeliveryLimits } from "../delivery-limits.ts";
import { type ChangedEvents, type ChosenEvents, changeEvents, type EventPlace } from "./change-events.ts";

/**
 * Makes events due now. What has failed, was dropped or even was delivered is sent again, for another 24 hours if need be;
 * what waits is only tried earlier. What is due soon is not changed, because a worker may be sending it.
 */
export function retryEvents(place: EventPlace, chosen: ChosenEvents): Promise<ChangedEvents> {
  const { now } = place;
  return changeEvents(place, chosen, ({ id, state, dueAt, error }) => {
    if (state !== "waiting") return { id, state: "waiting", dueAt: now, error: undefined };
    if (dueAt <= now + defaultDeliveryLimits.claim) return "It is being sent, or will be within a minute.";
    return { id, state, dueAt: now, error };
  });
}
