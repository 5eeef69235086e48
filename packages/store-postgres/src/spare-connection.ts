import type { Pool } from "pg";

/**
 * Has a connection open that nobody needs yet, where the calls under way have taken all that are open: to wait for one takes longest
 * when the server is busy with the others.
 */
export class SpareConnection {
  readonly #pool: Pool;
  #isOpening = false;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  /** To be called when a connection was taken. */
  provide(): void {
    const { totalCount, idleCount, waitingCount, options } = this.#pool;
    if (this.#isOpening || idleCount > 0 || waitingCount > 0 || totalCount >= options.max) return;
    this.#isOpening = true;
    void this.#open();
  }

  async #open(): Promise<void> {
    try {
      const client = await this.#pool.connect();
      client.release();
    } catch {
      // who needs one asks again, and is told
    } finally {
      this.#isOpening = false;
    }
  }
}
