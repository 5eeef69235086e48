import { setImmediate } from "node:timers/promises";
import type { Meter } from "@tablewright/core/storage";
import type { SqlValue } from "@tablewright/store-sql";

/** The statements of a transaction that are read part by part. Others have their turn between two parts. */
export class OpenReadings {
  readonly #open = new Set<Parts>();

  /** The parts, to be read while nothing is written. */
  begin(parts: Parts, meter: Meter): AsyncGenerator<SqlValue[][]> {
    this.#open.add(parts);
    return this.#read(parts, meter);
  }

  /** Ends all of them; who reads on is refused, because what was read would seem to be everything. */
  cut(): void {
    for (const parts of this.#open) parts.return();
    this.#open.clear();
  }

  async *#read(parts: Parts, meter: Meter): AsyncGenerator<SqlValue[][]> {
    let resumed = performance.now();
    try {
      for (;;) {
        if (!this.#open.has(parts))
          throw new Error("Rows are to be read to their end before their transaction writes or ends.");
        const part = parts.next();
        if (part.done) return;
        if (part.value.length > 0) yield part.value;
        if (meter.turn.isOver) await meter.pause();
        else if (performance.now() - resumed > LONGEST_HELD) await setImmediate();
        else continue;
        resumed = performance.now();
      }
    } finally {
      parts.return();
      this.#open.delete(parts);
    }
  }
}

/** Milliseconds after which others have their turn. */
export const LONGEST_HELD = 8;

type Parts = Generator<SqlValue[][], void>;
