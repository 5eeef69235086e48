/** How many events a call may still put into the outbox, whatever rules it sets off. */
export class EventAllowance {
  readonly limit: number;
  #used = 0;

  constructor(limit: number) {
    this.limit = limit;
  }

  /** Whether so many more are allowed, which then are used up. */
  take(count: number): boolean {
    if (this.#used + count > this.limit) return false;
    this.#used += count;
    return true;
  }
}
