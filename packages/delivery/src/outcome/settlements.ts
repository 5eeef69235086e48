import { type Effect, type EventOrder, eventsById, type OrderedEvent, settleEvents } from "@tablewright/core";
import type { EventOutcome, StoredEvent, WriteTransaction, WriteUse } from "@tablewright/core/storage";
import type { WorkerOptions } from "../delivery-options.ts";

interface Settlement {
  /** As it was claimed. */
  readonly event: StoredEvent;
  readonly outcome: EventOutcome;
  readonly done: () => void;
}

/**
 * Writes outcomes into the outbox, those that come while others are written together. An outcome counts only while the
 * claim does: what another worker has claimed since, or an operator has changed, stays as it is.
 */
export class Settlements {
  readonly #options: Pick<WorkerOptions, "store" | "clock" | "order">;
  readonly #warn: (error: Error) => void;
  readonly #waiting: Settlement[] = [];
  readonly #hurried = new AbortController();
  #isWriting = false;

  constructor(options: Pick<WorkerOptions, "store" | "clock" | "order">, warn: (error: Error) => void) {
    this.#options = options;
    this.#warn = warn;
  }

  /** Resolves when the outcome is written, or can be no more: then the claim runs out by itself. */
  settle(event: StoredEvent, outcome: EventOutcome): Promise<void> {
    return new Promise((done) => {
      this.#waiting.push({ event, outcome, done });
      if (!this.#isWriting) this.#writeAll();
    });
  }

  /** From now on nothing is tried again for a store that is away. */
  hurry(): void {
    this.#hurried.abort();
  }

  async #writeAll(): Promise<void> {
    this.#isWriting = true;
    const { clock } = this.#options;
    await Promise.resolve(); // those that are put off together are written together
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0);
      const isWritten = await this.#write(batch);
      if (!isWritten) await clock.sleep(BEFORE_NEXT_TRY, this.#hurried.signal);
      const now = clock.now();
      for (const one of batch) {
        const isOver = isWritten || this.#hurried.signal.aborted || now >= one.event.dueAt;
        if (isOver) one.done();
        else this.#waiting.push(one);
      }
    }
    this.#isWriting = false;
  }

  async #write(batch: readonly Settlement[]): Promise<boolean> {
    try {
      await this.#options.store.write((transaction) => this.#settleHeld(transaction, batch), OWN_WRITE);
      return true;
    } catch (error) {
      this.#warn(error as Error);
      return false;
    }
  }

  async #settleHeld(transaction: WriteTransaction, batch: readonly Settlement[]): Promise<void> {
    const stored = await eventsById(
      transaction,
      batch.map(({ event }) => event.id),
    );
    const held = batch.filter(({ event }, at) => isHeld(event, stored[at]));
    const { order, clock } = this.#options;
    await settleInOrder(transaction, held, order?.(), clock.now());
  }
}

/** Each claim counts one attempt more. */
function isHeld(event: StoredEvent, stored: StoredEvent | undefined): boolean {
  return stored?.state === "waiting" && stored.attempts === event.attempts && stored.dueAt === event.dueAt;
}

/** How a worker writes: only into the outbox, so no caller whose reads go to a standby needs what it has written. */
export const OWN_WRITE: WriteUse = { caller: "delivery" };

const BEFORE_NEXT_TRY = 500;

/**
 * What is known of the attempts of an event, also of one that was delivered. It is kept in the event's error as text for people,
 * of which the first line can be read again: `Attempt 3 since 2026-11-22T10:00:00.000Z: 503 Service Unavailable`, then the beginning of the answer.
 */
interface AttemptNote {
  /** Requests that were sent since the event was queued or sent again by an operator. */
  readonly attempts: number;
  /** When the first of them ended. */
  readonly since: number;
  /** How the last of them ended. */
  readonly reason: string;
  readonly answer: string;
}

export function writeNote({ attempts, since, reason, answer }: AttemptNote): string {
  const first = `Attempt ${attempts} since ${new Date(since).toISOString()}: ${reason.replace(/\s+/gu, " ")}`;
  return answer === "" ? first : `${first}\n${answer}`;
}

/** Undefined for what was not written so: no attempt has failed, or another program wrote it. */
export function readNote(error: string | undefined): AttemptNote | undefined {
  const [, attempts = "", time = "", reason = "", answer = ""] = FORM.exec(error ?? "") ?? [];
  const since = Date.parse(time);
  if (Number.isNaN(since)) return undefined;
  return { attempts: Number(attempts), since, reason, answer };
}

const FORM = /^Attempt (\d{1,9}) since (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z): ([^\n]*)(?:\n([\s\S]*))?$/u;

/** An event as it is stored, and what becomes of it. */
export interface SettledEvent {
  readonly event: StoredEvent;
  readonly outcome: EventOutcome;
}

/** Notes outcomes. What waited for an event that is done with is due at `now`. */
export async function settleInOrder(
  transaction: WriteTransaction,
  settled: readonly SettledEvent[],
  order: EventOrder | undefined,
  now: number,
): Promise<void> {
  await settleEvents(
    transaction,
    settled.map(({ outcome }) => outcome),
  );
  if (order === undefined) return;
  const left = settled.flatMap(({ event, outcome }) =>
    outcome.state === "waiting" ? [] : (orderedEvent(event) ?? []),
  );
  if (left.length === 0) return;
  const next = await order.leave(transaction, left);
  // An event that waits for another was never tried, so there is nothing to say of an attempt.
  await settleEvents(
    transaction,
    next.map((id) => ({ id, state: "waiting", dueAt: now, error: undefined })),
  );
}

/** The event with its lane; undefined for one that is sent whenever its turn comes. */
export function orderedEvent({ id, payload }: Pick<StoredEvent, "id" | "payload">): OrderedEvent | undefined {
  if (!payload.includes('"lane":')) return undefined;
  try {
    const { lane } = JSON.parse(payload) as Effect;
    return typeof lane === "number" ? { id, lane } : undefined;
  } catch {
    return undefined;
  }
}
