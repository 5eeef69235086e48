import type { OutboxEvent } from "../../storage/index.ts";
import type { Services } from "../calls/services.ts";
import type { Effect, EffectEvent } from "../journal/journals.ts";

/** An event as it was put into the outbox. */
export type QueuedEvent = Pick<EffectEvent, "id" | "rule" | "createdAt" | "payload">;

export type EventListener = (event: QueuedEvent) => unknown;

/** Who in this program hears of the events of committed calls. No listener can make a call fail. */
export class EventListeners {
  readonly #listeners = new Set<{ readonly listener: EventListener }>();
  readonly #services: Services;

  constructor(services: Services) {
    this.#services = services;
  }

  /** Returns what removes the listener again. */
  add(listener: EventListener): () => void {
    const entry = { listener };
    this.#listeners.add(entry);
    return () => {
      this.#listeners.delete(entry);
    };
  }

  readonly report = ({ id, rule, createdAt, payload }: OutboxEvent): void => {
    for (const { listener } of this.#listeners) {
      this.#call(listener, { id, rule, createdAt, payload: JSON.parse(payload) as Effect });
    }
  };

  async #call(listener: EventListener, event: QueuedEvent): Promise<void> {
    try {
      await listener(event);
    } catch {
      this.#services.log?.({
        level: "warning",
        message: "A listener of events has failed.",
        details: { event: event.id, rule: event.rule },
      });
    }
  }
}
