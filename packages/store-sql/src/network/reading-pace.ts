import type { Readable } from "node:stream";

/**
 * What connections receive is handed to their drivers, which make it into rows at once, in small pieces, for a few milliseconds
 * between two rounds of the event loop, and a piece of each connection in turn. The platform would read two megabytes of each of
 * them, one after the other, and no other call had a turn. What is no longer than a piece never waits.
 */
export class ReadingPace {
  /** Those that have waited longest come first. */
  readonly #waiting = new Set<Received>();

  /** To be called once of each connection that is open, with what its driver reads of. */
  watch(stream: Readable): void {
    const drivers = stream.listeners("data") as Driver[];
    const received = new Received(stream, drivers);
    stream.on("data", (bytes: Uint8Array) => {
      if (bytes.length <= PIECE) received.hand(bytes);
      else this.#wait(received, bytes);
    });
    for (const driver of drivers) stream.off("data", driver);
    stream.prependListener("end", () => {
      this.#waiting.delete(received);
      received.handRest();
    });
    stream.on("close", () => this.#waiting.delete(received));
  }

  #wait(received: Received, bytes: Uint8Array): void {
    received.keep(bytes);
    if (this.#waiting.size === 0) setImmediate(() => this.#hand());
    this.#waiting.add(received);
  }

  #hand(): void {
    const end = performance.now() + LONGEST;
    for (const received of this.#waiting) {
      this.#waiting.delete(received);
      if (received.handPiece()) this.#waiting.add(received); // which the loop comes to again
      if (performance.now() >= end) break;
    }
    if (this.#waiting.size > 0) setImmediate(() => this.#hand());
  }
}

/** What one connection has received, and its driver has not got yet. Nothing more is received meanwhile. */
class Received {
  readonly #stream: Readable;
  readonly #drivers: readonly Driver[];
  #rest: Uint8Array = NOTHING;

  constructor(stream: Readable, drivers: readonly Driver[]) {
    this.#stream = stream;
    this.#drivers = drivers;
  }

  hand(bytes: Uint8Array): void {
    for (const driver of this.#drivers) driver(bytes);
  }

  keep(bytes: Uint8Array): void {
    this.#stream.pause();
    this.#rest = bytes;
  }

  /** What the other side sent before it ended the connection comes before the end. */
  handRest(): void {
    if (this.#rest.length > 0) while (this.handPiece());
  }

  /** Hands over a piece of what is kept; answers whether that leaves some. A driver that has given up gets nothing any more. */
  handPiece(): boolean {
    const piece = this.#rest.subarray(0, PIECE);
    this.#rest = this.#rest.subarray(PIECE);
    if (this.#stream.listenerCount("data") > 0) this.hand(piece);
    if (this.#rest.length > 0) return true;
    this.#rest = NOTHING;
    this.#stream.resume();
    return false;
  }
}

type Driver = (bytes: Uint8Array) => void;

/** Bytes of rows that a driver reads in less than a millisecond, and in six during a garbage collection. */
const PIECE = 16_384;

/** Milliseconds for which drivers read in one round. */
const LONGEST = 4;

const NOTHING = new Uint8Array(0);
