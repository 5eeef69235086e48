import { setImmediate } from "node:timers/promises";
import type { SqlValue } from "@tablewright/store-sql";

/** The statements of a transaction that are read part by part. Others have their turn between two parts. */
export class OpenReadings {
  readonly #open = new Set<Parts>();

  /** The parts, to be read while nothing is written. */
  begin(parts: Parts): AsyncGenerator<SqlValue[][]> {
    this.#open.add(parts);
    return this.#read(parts);
  }

  /** Ends all of them; who reads on is refused, because what was read would seem to be everything. */
  cut(): void {
    for (const parts of this.#open) parts.return();
    this.#open.clear();
  }

  async *#read(parts: Parts): AsyncGenerator<SqlValue[][]> {
    try {
      for (;;) {
        if (!this.#open.has(parts))
          throw new Error("Rows are to be read to their end before their transaction writes or ends.");
        const part = parts.next();
        if (part.done) return;
        yield part.value;
        await setImmediate();
      }
    } finally {
      parts.return();
      this.#open.delete(parts);
    }
  }
}

type Parts = Generator<SqlValue[][], void>;
