/**
 * Lets one writer of a store work at a time, in the order in which they came. `current` says from inside which turn a
 * call was made, as an `AsyncLocalStorage` of Node does; a queue cannot distinguish that from a parallel call.
 */
export class WriteQueue {
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;
  readonly #current: AsyncContext<Turn>;

  constructor(current: AsyncContext<Turn>) {
    this.#current = current;
  }

  /** How many turns were asked for and have not begun. */
  get waiting(): number {
    return this.#waiting;
  }

  /**
   * Runs `work` when all before it have ended, however they ended, and settles as it does. Rejects at once when called
   * from inside a running turn, which would wait for itself.
   */
  run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#current.getStore()?.isRunning) {
      return Promise.reject(new Error("A write was started inside a write: use the transaction in memory."));
    }
    this.#waiting++;
    const turn = this.#last.then(() => this.#take(work));
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  /** Settles when every turn asked for so far has ended. */
  async whenIdle(): Promise<void> {
    await this.#last;
  }

  async #take<T>(work: () => Promise<T>): Promise<T> {
    this.#waiting--;
    const turn: Turn = { isRunning: true };
    try {
      return await this.#current.run(turn, work);
    } finally {
      turn.isRunning = false;
    }
  }
}

/** A writer's time with the store. */
export interface Turn {
  isRunning: boolean;
}

/** Knows within what the code runs that asks, as an `AsyncLocalStorage` of Node does. */
export interface AsyncContext<Within> {
  /** Runs `work`, and all that it sets going, within something. */
  run<T>(within: Within, work: () => T): T;
  getStore(): Within | undefined;
}
