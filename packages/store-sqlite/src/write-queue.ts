import { AsyncLocalStorage } from "node:async_hooks";

/** Lets one writer work at a time, in the order in which they came. */
export class WriteQueue {
  #last: Promise<unknown> = Promise.resolve();
  readonly #current = new AsyncLocalStorage<Turn>();

  /**
   * Runs `work` when all before it have ended, however they ended, and settles as it does. Rejects at once when called
   * from inside a running turn, which would wait for itself.
   */
  run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#current.getStore()?.isRunning) {
      return Promise.reject(new Error("A write was started inside a write: use the transaction at hand."));
    }
    const turn = this.#last.then(() => this.#take(work));
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  /** Settles when every turn asked for so far has ended. */
  async whenIdle(): Promise<void> {
    await this.#last;
  }

  async #take<T>(work: () => Promise<T>): Promise<T> {
    const turn: Turn = { isRunning: true };
    try {
      return await this.#current.run(turn, work);
    } finally {
      turn.isRunning = false;
    }
  }
}

interface Turn {
  isRunning: boolean;
}
