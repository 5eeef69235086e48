import type { EventOutcome, Store, StoredEvent } from "@tablewright/core/storage";
import { isDropped } from "./dropped.ts";
import { eventsOf } from "./events-of.ts";

/** Events by their ids, or every dead letter of the application that was not dropped. */
export type ChosenEvents = readonly string[] | "failed";

/** What was done to events, and of each that nothing was done to, why. */
export interface ChangedEvents {
  readonly changed: readonly string[];
  readonly refused: readonly { readonly id: string; readonly reason: string }[];
}

/** Changes events as they are at that moment: `change` gives the outcome to write, or a sentence that says why there is none. */
export async function changeEvents(
  store: Store,
  app: string,
  chosen: ChosenEvents,
  change: (event: StoredEvent) => EventOutcome | string,
): Promise<ChangedEvents> {
  const sequences = await sequencesOf(store, app, chosen);
  const ids = chosen === "failed" ? [...sequences.keys()] : [...new Set(chosen)];
  return store.write(async (transaction) => {
    const changed: string[] = [];
    const refused: { id: string; reason: string }[] = [];
    const outcomes: EventOutcome[] = [];
    for (const id of ids) {
      const sequence = sequences.get(id);
      const page = { before: (sequence ?? 0) + 1, limit: 1 };
      const [event] = sequence === undefined ? [] : await transaction.listEvents(page);
      const outcome = event?.id === id ? change(event) : "The application has no such event.";
      if (typeof outcome === "string") refused.push({ id, reason: outcome });
      else {
        changed.push(id);
        outcomes.push(outcome);
      }
    }
    await transaction.settleEvents(outcomes);
    return { changed, refused };
  });
}

async function sequencesOf(store: Store, app: string, chosen: ChosenEvents): Promise<Map<string, number>> {
  const missing = new Set(chosen === "failed" ? [] : chosen);
  const sequences = new Map<string, number>();
  for await (const { event } of eventsOf(store, app)) {
    const isChosen =
      chosen === "failed" ? event.state === "failed" && !isDropped(event) : missing.delete(event.id);
    if (isChosen) sequences.set(event.id, event.sequence);
    if (chosen !== "failed" && missing.size === 0) break;
  }
  return sequences;
}
