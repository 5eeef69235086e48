import { setTimeout } from "node:timers/promises";
import type { Store } from "@tablewright/core/storage";

/** Inserts one counter after the other, whatever becomes of its database, until it is stopped. */
export class SteadyWriter {
  /** Keys of the rows whose insert was acknowledged. */
  readonly acknowledged: [string][] = [];
  readonly errors: unknown[] = [];
  readonly #store: Store;
  readonly #name: string;
  #isStopped = false;
  #next = Promise.withResolvers<void>();
  readonly #running: Promise<void>;

  constructor(store: Store, name: string) {
    this.#store = store;
    this.#name = name;
    this.#running = this.#write();
  }

  /** Settles when an insert that begins from now on is acknowledged. */
  async next(): Promise<void> {
    const tried = this.acknowledged.length + this.errors.length;
    do await this.#next.promise;
    while (this.acknowledged.length + this.errors.length < tried + 2);
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#running;
  }

  async #write(): Promise<void> {
    for (let at = 0; !this.#isStopped; at++) {
      const key: [string] = [`${this.#name}.${at}`];
      try {
        await this.#store.write((transaction) => transaction.insert("Counters", [[...key, 0]]));
        this.acknowledged.push(key);
        this.#next.resolve();
        this.#next = Promise.withResolvers();
      } catch (error) {
        this.errors.push(error);
        await setTimeout(20);
      }
    }
  }
}
