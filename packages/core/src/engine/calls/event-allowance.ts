import type { EngineLimits } from "./limits.ts";

/** How many events a call may still put into the outbox, whatever rules it sets off. */
export class EventAllowance {
  readonly limit: number;
  /** On each event. */
  readonly limits: Pick<EngineLimits, "attachmentRows" | "templateRows" | "templateLength">;
  #used = 0;

  constructor(limits: Pick<EngineLimits, "events"> & EventAllowance["limits"]) {
    this.limit = limits.events;
    this.limits = limits;
  }

  /** Whether so many more are allowed, which then are used up. */
  take(count: number): boolean {
    if (this.#used + count > this.limit) return false;
    this.#used += count;
    return true;
  }
}
