import { AsyncLocalStorage } from "node:async_hooks";
import { Lane } from "./lane.ts";

/** The writes of one process: so many at a time, the others in the order in which they came. */
export class Writers {
  readonly #lane: Lane;
  readonly #current = new AsyncLocalStorage<{ isRunning: boolean }>();
  readonly #running = new Set<Promise<unknown>>();

  constructor(most: number) {
    this.#lane = new Lane(most);
  }

  /** Runs `work` when there is room. Rejects at once when called from inside a write, which would wait for itself. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#current.getStore()?.isRunning)
      throw new Error("A write was started inside a write: use the transaction in memory.");
    const running = this.#run(work);
    const settled = running.catch(() => undefined);
    this.#running.add(settled);
    settled.then(() => this.#running.delete(settled));
    return running;
  }

  /** Settles when every write asked for so far has ended. */
  async whenIdle(): Promise<void> {
    await Promise.all(this.#running);
  }

  async #run<T>(work: () => Promise<T>): Promise<T> {
    await this.#lane.enter();
    const turn = { isRunning: true };
    try {
      return await this.#current.run(turn, work);
    } finally {
      turn.isRunning = false;
      this.#lane.leave();
    }
  }
}
