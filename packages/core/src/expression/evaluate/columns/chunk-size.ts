import type { Meter } from "../../runtime/meter.ts";
import { CHUNK } from "./column-run.ts";

/**
 * How many rows are worked on between two questions whether the turn is over. Nobody knows what a row costs: few to
 * begin with, twice as many as long as they are done in time, and far fewer when they are not.
 */
export class ChunkSize {
  #size = FIRST;

  /** Rows of the next chunk; whole chunks for a request that shares the processor with no other. */
  next({ isShared }: Meter): number {
    return isShared ? this.#size : CHUNK;
  }

  /** To be asked after each chunk. */
  isPauseDue({ turn }: Meter): boolean {
    const { isOver } = turn;
    this.#size = isOver ? Math.max(FEWEST, this.#size >> 3) : Math.min(CHUNK, this.#size * 2);
    return isOver;
  }
}

const FIRST = 256;
const FEWEST = 16;
