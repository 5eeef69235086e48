import type { EventOutcome, StoredEvent, WriteTransaction, WriteUse } from "@tablewright/core/storage";
import type { WorkerOptions } from "../delivery-options.ts";
import { settleInOrder } from "../order/settle-in-order.ts";

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
    const held: Settlement[] = [];
    for (const one of batch) {
      const [stored] = await transaction.listEvents({ before: one.event.sequence + 1, limit: 1 });
      if (stored !== undefined && isHeld(one.event, stored)) held.push(one);
    }
    const { order, clock } = this.#options;
    await settleInOrder(transaction, held, order?.(), clock.now());
  }
}

/** Each claim counts one attempt more. */
function isHeld(event: StoredEvent, stored: StoredEvent): boolean {
  return (
    stored.id === event.id &&
    stored.state === "waiting" &&
    stored.attempts === event.attempts &&
    stored.dueAt === event.dueAt
  );
}

/** How a worker writes: only into the outbox, so no caller whose reads go to a standby needs what it has written. */
export const OWN_WRITE: WriteUse = { caller: "delivery" };

const BEFORE_NEXT_TRY = 500;
