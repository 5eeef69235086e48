import { systemTimers, type Timers } from "./timers.ts";

/** The snapshots that are being taken, and statements that are one by themselves. */
export class TakenSnapshots {
  readonly #timers: Timers;
  readonly #beginning = new Set<Promise<unknown>>();

  constructor(timers = systemTimers) {
    this.#timers = timers;
  }

  /** Notes one until it settles. */
  add<T>(taking: Promise<T>): Promise<T> {
    this.#beginning.add(taking);
    const forget = () => this.#beginning.delete(taking);
    taking.then(forget, forget);
    return taking;
  }

  /** What is written afterwards is in no snapshot that was asked for before, unless its connection hangs. */
  async settled(): Promise<void> {
    if (this.#beginning.size === 0) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const stopWaiting = this.#timers.after(LONGEST_TAKING, resolve);
    Promise.allSettled(this.#beginning).then(() => resolve());
    await promise;
    stopWaiting();
  }
}

/** Milliseconds. */
const LONGEST_TAKING = 250;
