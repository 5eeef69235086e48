import type { EventOrder } from "@tablewright/core";
import type { EventOutcome, Store, StoredEvent } from "@tablewright/core/storage";
import { type SettledEvent, settleInOrder } from "../order/settle-in-order.ts";
import { isDropped } from "./dropped.ts";
import { eventsOf } from "./events-of.ts";

/** Events by their ids, or every dead letter of the application that was not dropped. */
export type ChosenEvents = readonly string[] | "failed";

/** What was done to events, and of each that nothing was done to, why. */
export interface ChangedEvents {
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
export async function changeEvents(
  { store, app, now, order }: EventPlace,
  chosen: ChosenEvents,
  change: (event: StoredEvent) => EventOutcome | string,
): Promise<ChangedEvents> {
  const sequences = await sequencesOf(store, app, chosen);
  const ids = chosen === "failed" ? [...sequences.keys()] : [...new Set(chosen)];
  return store.write(async (transaction) => {
    const changed: string[] = [];
    const refused: { id: string; reason: string }[] = [];
    const settled: SettledEvent[] = [];
    for (const id of ids) {
      const sequence = sequences.get(id);
      const page = { before: (sequence ?? 0) + 1, limit: 1 };
      const [event] = sequence === undefined ? [] : await transaction.listEvents(page);
      const isThere = event?.id === id;
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
