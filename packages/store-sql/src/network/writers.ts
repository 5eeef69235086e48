import { AsyncLocalStorage } from "node:async_hooks";
import { type Pulse, systemTimers, type Timers } from "./pulse.ts";

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

/** Lets so many work at the same time; the others wait in the order they came in. */
export class Lane {
  readonly #most: number;
  readonly #waiting: (() => void)[] = [];
  #inside = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** Settles when there is room; each caller who enters leaves, once. */
  async enter(): Promise<void> {
    if (this.#inside < this.#most) {
      this.#inside++;
      return;
    }
    await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  /** Makes room for the next one. */
  leave(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#inside--;
    else next();
  }
}

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

/** The searches of one process: so many at a time, so that reads by key and changes find a connection free besides them. */
export class SearchLane {
  readonly #lane: Lane;
  readonly #pulse: Pulse;

  constructor(most: number, pulse: Pulse) {
    this.#lane = new Lane(most);
    this.#pulse = pulse;
  }

  /** Runs `work` when there is room; work that `searches` not is run at once. Rejects if the database stops answering before. */
  async run<T>(searches: boolean, work: () => Promise<T>): Promise<T> {
    if (!searches) return work();
    const entering = this.#lane.enter();
    try {
      await this.#pulse.watch(entering);
    } catch (error) {
      entering.then(() => this.#lane.leave());
      throw error;
    }
    try {
      return await work();
    } finally {
      this.#lane.leave();
    }
  }
}
