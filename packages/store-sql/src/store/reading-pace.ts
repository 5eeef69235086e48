import type { Readable } from "node:stream";

/**
 * What connections receive between two rounds of the event loop, which drivers make into rows at once: so much, and the others
 * are read after that. The platform would read two megabytes of each of them, one after the other, and nobody else had a turn.
 */
export class ReadingPace {
  #received = 0;
  #isRoundEnding = false;
  readonly #waiting = new Set<Readable>();

  /** To be called once of each connection that is open, with what its driver reads of. */
  watch(stream: Readable): void {
    stream.on("data", (received: Uint8Array) => this.#note(stream, received.length));
    stream.on("close", () => this.#waiting.delete(stream));
  }

  #note(stream: Readable, bytes: number): void {
    this.#received += bytes;
    if (this.#received >= MOST) {
      this.#waiting.add(stream);
      stream.pause();
    }
    if (this.#isRoundEnding) return;
    this.#isRoundEnding = true;
    setImmediate(() => this.#endRound());
  }

  /** Those that have waited longest are read first, with what they have received meanwhile. */
  #endRound(): void {
    this.#isRoundEnding = false;
    this.#received = 0;
    let resumed = 0;
    for (const stream of this.#waiting) {
      this.#waiting.delete(stream);
      stream.resume();
      if (++resumed === MOST_RESUMED) break;
    }
    if (this.#waiting.size === 0) return;
    this.#isRoundEnding = true;
    setImmediate(() => this.#endRound());
  }
}

/** Bytes that are made into rows in a few milliseconds. */
const MOST = 131_072;

/** Connections that are read again in one round; each has received about 64 KiB. */
const MOST_RESUMED = 2;
