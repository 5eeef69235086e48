/** An event loop and a clock in the hands of a test: time passes when it is spent, rounds go by when they are asked for. */
export class EventLoop {
  /** Milliseconds. */
  time = 0;
  #callbacks: (() => void)[] = [];

  readonly now = (): number => this.time;
  readonly later = (callback: () => void): void => void this.#callbacks.push(callback);

  /** What was put off is called, each with all that follows from it at once. */
  async goRound(): Promise<void> {
    for (const callback of this.#callbacks.splice(0)) {
      callback();
      await settle();
    }
  }

  /** Goes round until there is nothing more to do. */
  async goOn(): Promise<void> {
    await settle();
    while (this.#callbacks.length > 0) await this.goRound();
  }
}

/** Everything that needs no more than promises is done. */
export async function settle(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}
