import type {
  EventClaim,
  EventOutcome,
  JournalPage,
  OutboxEvent,
  OutboxState,
  StoredEvent,
} from "@tablewright/core/storage";
import { Journal } from "./journal.ts";
import { PersistentList } from "./persistent-list.ts";

/** The outbox as it stands after one transaction; a writer changes a fork of it. */
export class Outbox {
  readonly #events: Journal<StoredEvent>;
  /** For each run of places, from the first on, how many of its events wait: a claim passes over the others' runs. */
  readonly #waiting: PersistentList<number>;

  constructor(events = new Journal<StoredEvent>(), waiting = new PersistentList<number>()) {
    this.#events = events;
    this.#waiting = waiting;
  }

  fork(): Outbox {
    return new Outbox(this.#events.fork(), this.#waiting.fork());
  }

  get length(): number {
    return this.#events.length;
  }

  /** The event at a place from 0, undefined where one was removed. */
  at(place: number): StoredEvent | undefined {
    return this.#events.at(place);
  }

  has(id: string): boolean {
    return this.#events.placeOf(id) !== undefined;
  }

  list(page: JournalPage): StoredEvent[] {
    return this.#events.page(page);
  }

  state(): OutboxState {
    let waiting = 0;
    let oldestWaiting: number | undefined;
    let failed = 0;
    for (let place = 0; place < this.length; place++) {
      const event = this.at(place);
      if (event === undefined) continue;
      const { state, createdAt } = event;
      if (state === "failed") failed++;
      if (state !== "waiting") continue;
      waiting++;
      oldestWaiting = Math.min(oldestWaiting ?? createdAt, createdAt);
    }
    return { waiting, oldestWaiting, failed };
  }

  append(events: readonly OutboxEvent[]): void {
    this.#events.refuseKnown(
      events.map(({ id }) => id),
      "an event",
    );
    for (const { id, rule, payload, createdAt } of events) {
      const sequence = this.length + 1;
      this.restore({
        sequence,
        id,
        rule,
        payload,
        createdAt,
        state: "waiting",
        attempts: 0,
        dueAt: createdAt,
        error: undefined,
      });
    }
  }

  /** Adds an event that has been in an outbox, at the end; its sequence must be the next. */
  restore(event: StoredEvent): void {
    const place = this.length;
    if (place % RUN === 0) this.#waiting.push(0);
    this.#events.push(event);
    this.#countWaiting(place, isWaiting(event));
  }

  claim({ now, until, limit }: EventClaim): StoredEvent[] {
    const claimed: StoredEvent[] = [];
    for (let run = 0; run < this.#waiting.length && claimed.length < limit; run++) {
      if (this.#waiting.at(run) > 0) this.#claimIn(run, now, until, limit, claimed);
    }
    return claimed;
  }

  settle(outcomes: readonly EventOutcome[]): void {
    for (const { id, state, dueAt, error } of outcomes) {
      const place = this.#events.placeOf(id);
      if (place === undefined) continue;
      const event = this.#events.at(place) as StoredEvent;
      const settled = { ...event, state, dueAt, error };
      this.#events.replace(place, settled);
      this.#countWaiting(place, isWaiting(settled) - isWaiting(event));
    }
  }

  /** Removes those that do not wait. */
  remove(ids: readonly string[]): number {
    const places = ids.map((id) => this.#events.placeOf(id)).filter((place) => place !== undefined);
    const done = places.filter((place) => this.#events.at(place)?.state !== "waiting");
    for (const place of done) this.#events.remove(place);
    return done.length;
  }

  #claimIn(run: number, now: number, until: number, limit: number, claimed: StoredEvent[]): void {
    const end = Math.min(this.length, (run + 1) * RUN);
    for (let place = run * RUN; place < end && claimed.length < limit; place++) {
      const event = this.#events.at(place);
      if (event === undefined || event.state !== "waiting" || event.dueAt > now) continue;
      const put = { ...event, attempts: event.attempts + 1, dueAt: until };
      this.#events.replace(place, put);
      claimed.push(put);
    }
  }

  #countWaiting(place: number, change: number): void {
    const run = Math.floor(place / RUN);
    if (change !== 0) this.#waiting.replace(run, this.#waiting.at(run) + change);
  }
}

function isWaiting({ state }: StoredEvent): 0 | 1 {
  return state === "waiting" ? 1 : 0;
}

const RUN = 256;
