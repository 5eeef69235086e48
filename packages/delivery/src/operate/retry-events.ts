import type { Store } from "@tablewright/core/storage";
import { defaultDeliveryLimits } from "../delivery-limits.ts";
import { type ChangedEvents, type ChosenEvents, changeEvents } from "./change-events.ts";

/**
 * Makes events due now. What has failed, was dropped or even was delivered is sent again, for another 24 hours if need be;
 * what waits is only tried earlier. What is due soon is left alone, because a worker may be sending it.
 */
export function retryEvents(
  store: Store,
  app: string,
  chosen: ChosenEvents,
  now: number,
): Promise<ChangedEvents> {
  return changeEvents(store, app, chosen, ({ id, state, dueAt, error }) => {
    if (state !== "waiting") return { id, state: "waiting", dueAt: now, error: undefined };
    if (dueAt <= now + defaultDeliveryLimits.claim) return "It is being sent, or will be within a minute.";
    return { id, state, dueAt: now, error };
  });
}
