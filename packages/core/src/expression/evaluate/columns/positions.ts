import { CHUNK } from "./column-run.ts";

/** Sets of row positions are ascending arrays, of which the first `count` entries count; all are of one chunk. */
export function copyPositions(from: Int32Array, count: number, to: Int32Array): Int32Array {
  for (let at = 0; at < count; at++) to[at] = from[at] as number;
  return to;
}

/** Takes those of `other` out of `positions`, in place; answers how many remain. */
export function withoutPositions(
  positions: Int32Array,
  count: number,
  other: Int32Array,
  otherCount: number,
): number {
  if (otherCount === 0) return count;
  const marks = new Marks();
  marks.add(other, otherCount);
  return marks.keepUnmarked(positions, count);
}

/** A set of positions of one chunk that positions are looked up in, rather than walked along with, which is slower. */
export class Marks {
  readonly #marks = new Uint8Array(CHUNK);

  add(positions: Int32Array, count: number): void {
    const marks = this.#marks;
    for (let at = 0; at < count; at++) marks[(positions[at] as number) & WITHIN_CHUNK] = 1;
  }

  /** Moves those of `positions` that are marked to the front, in order; answers how many. */
  keepMarked(positions: Int32Array, count: number): number {
    const marks = this.#marks;
    let matches = 0;
    for (let at = 0; at < count; at++) {
      const position = positions[at] as number;
      positions[matches] = position;
      matches += marks[position & WITHIN_CHUNK] as number;
    }
    return matches;
  }

  keepUnmarked(positions: Int32Array, count: number): number {
    const marks = this.#marks;
    let matches = 0;
    for (let at = 0; at < count; at++) {
      const position = positions[at] as number;
      positions[matches] = position;
      matches += 1 - (marks[position & WITHIN_CHUNK] as number);
    }
    return matches;
  }
}

/** Chunks begin at multiples of their length, a power of two. */
const WITHIN_CHUNK = CHUNK - 1;
