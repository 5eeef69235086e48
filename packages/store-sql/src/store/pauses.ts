import { setImmediate } from "node:timers/promises";
import type { Meter } from "@tablewright/core/storage";

/** Lets others work between two parts of work that answers at once. */
export class Pauses {
  #resumed = performance.now();

  /** Waits when the time slice of the request is over, or the event loop was held for long. */
  async whenDue(meter?: Meter): Promise<void> {
    if (meter?.timeSlice.isOver) await meter.pause();
    else if (performance.now() - this.#resumed > LONGEST_HELD) await setImmediate();
    else return;
    this.#resumed = performance.now();
  }
}

/** Milliseconds after which others have their turn. */
const LONGEST_HELD = 8;
