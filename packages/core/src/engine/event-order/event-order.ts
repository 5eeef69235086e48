import type { OutboxEvent, RowReader, WriteTransaction } from "../../storage/index.ts";
import type { EngineOptions, Services } from "../calls/engine-options.ts";
import {
  checkOnRow,
  EVENT_ORDER,
  eventOrderTable,
  findOwn,
  hasEventOrder,
} from "../engine-tables/engine-table.ts";
import type { Effect, EffectEvent } from "../journal/journals.ts";

/** An event whose payload names a lane. */
export interface OrderedEvent {
  readonly id: string;
  readonly lane: number;
}

/** Which events wait for earlier ones of their lanes: for what delivers them. */
export interface EventOrder {
  /** Those of the events that wait for another one. An event that has left its lane, and is sent again, waits for none. */
  waiting(reader: RowReader, events: readonly OrderedEvent[]): Promise<ReadonlySet<string>>;
  /** Notes that events are done with. Answers those that are next in their lanes now. */
  leave(transaction: WriteTransaction, events: readonly OrderedEvent[]): Promise<readonly string[]>;
}

/** Undefined where no rule has its events sent in order. */
export function eventOrder({ definition }: Pick<EngineOptions, "definition">): EventOrder | undefined {
  if (!hasEventOrder(definition)) return undefined;
  return {
    async waiting(reader, events) {
      const keys = events.map(({ id }) => [id]);
      const entries = await reader.getByKeys(eventOrderTable.name, keys);
      const ordered = events.filter((_, at) => entries[at] !== undefined);
      const next = await nextOf(reader, ordered);
      return new Set(ordered.filter(({ id, lane }) => next.get(lane) !== id).map(({ id }) => id));
    },
    async leave(transaction, events) {
      await transaction.delete(
        eventOrderTable.name,
        events.map(({ id }) => [id]),
      );
      return [...(await nextOf(transaction, events)).values()];
    },
  };
}

/** The first event of each lane that has any. */
async function nextOf(
  reader: RowReader,
  events: readonly OrderedEvent[],
): Promise<ReadonlyMap<number, string>> {
  const next = new Map<number, string>();
  if (events.length === 0) return next;
  for (const lane of new Set(events.map((event) => event.lane))) {
    const [row] = await findOwn(reader, eventOrderTable, {
      conditions: [checkOnRow(`[Lane] = ${lane}`, ROW)],
      inList: { column: EVENT_ORDER.lane, family: "number", values: [lane] },
      limit: 1,
    });
    if (row !== undefined) next.set(lane, String(row[EVENT_ORDER.event]));
  }
  return next;
}

const LANE = { isVirtual: false, name: "Lane", type: { kind: "Number" }, index: EVENT_ORDER.lane } as const;
const ROW = { name: eventOrderTable.name, columns: [LANE], key: [], rowNumberIndex: 2 };

/** An event as it was put into the outbox. */
export type QueuedEvent = Pick<EffectEvent, "id" | "rule" | "createdAt" | "payload">;

export type EventListener = (event: QueuedEvent) => unknown;

/** The listeners of this program to events of committed calls. No listener can make a call fail. */
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
