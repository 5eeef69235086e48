import type { Pulse } from "./pulse.ts";
import { Lane } from "./writers.ts";

/** The searches of one process: so many at a time, so that reads by key and changes find a connection free beside them. */
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
