import type { Row, StoredTable, Value } from "@tablewright/core/storage";
import { RowSegment } from "./row-segment.ts";

/**
 * Rows in stored order, each in a slot it keeps until the list is rebuilt; a removed row leaves its slot empty.
 * Only the newest fork is changed: what it has not touched it shares with the list it came from.
 * Where row numbers are positions they are brought up to date when a chunk is read, so a removal is cheap.
 */
export class RowList {
  readonly #numbers: StoredTable["rowNumbers"];
  readonly #owner = {};
  #chunks: Chunk[] = [];
  /** Those that were scanned and have not changed since; a fork takes over what is known so far. */
  #segments: (RowSegment | undefined)[] = [];
  #slotCount = 0;
  #liveCount = 0;
  #highest: number;
  #firstNumbers: readonly number[] | undefined;

  /** An empty list; `highest` is the highest row number its table has ever given. */
  constructor(numbers: StoredTable["rowNumbers"], highest = 0) {
    this.#numbers = numbers;
    this.#highest = highest;
  }

  fork(): RowList {
    const fork = new RowList(this.#numbers, this.#highest);
    fork.#chunks = this.#chunks.slice();
    fork.#segments = this.#segments.slice();
    fork.#slotCount = this.#slotCount;
    fork.#liveCount = this.#liveCount;
    fork.#firstNumbers = this.#firstNumbers;
    return fork;
  }

  /** Slots ever given out, empty ones included. */
  get slotCount(): number {
    return this.#slotCount;
  }

  get liveCount(): number {
    return this.#liveCount;
  }

  /** The highest row number ever given. */
  get highest(): number {
    return this.#highest;
  }

  /** The rows of consecutive slots, a chunk at a time; undefined where a row was removed. */
  *chunks(): Iterable<readonly (Row | undefined)[]> {
    for (let index = 0; index < this.#chunks.length; index++) yield this.#numbered(index).rows;
  }

  /** The rows in stored order, as many together as a scan by columns works on at once. */
  *segments(): Iterable<RowSegment> {
    for (let first = 0; first < this.#chunks.length; first += SEGMENT_CHUNKS) yield this.#segmentFrom(first);
  }

  /** The rows of the slots that have this number but for its last `SEGMENT_BITS`. */
  segment(number: number): RowSegment {
    return this.#segmentFrom(number * SEGMENT_CHUNKS);
  }

  toArray(): Row[] {
    const slots = [...this.chunks()].flat();
    return this.#liveCount === this.#slotCount ? (slots as Row[]) : slots.filter((row) => row !== undefined);
  }

  /** The row of a slot; undefined where it was removed, or where this list has no such slot. */
  at(slot: number): Row | undefined {
    if (slot >= this.#slotCount) return undefined;
    return this.#numbered(slot >>> CHUNK_BITS).rows[slot & CHUNK_MASK];
  }

  /**
   * Puts a new row at the end, in the slot `slotCount`: an array of its stored values and one cell for its number, which the
   * list fills and keeps.
   */
  append(values: Value[]): Row {
    const number = this.#numbers === "stable" ? this.#highest + 1 : this.#liveCount + 1;
    return this.restore(values, number);
  }

  /** As `append`, for a row that has borne this number before; its number must be above those before it. */
  restore(values: Value[], number: number): Row {
    const row = numbered(values, this.#numbers === "stable" ? number : this.#liveCount + 1);
    const index = this.#slotCount >>> CHUNK_BITS;
    if (index === this.#chunks.length) {
      this.#chunks.push({ owner: this.#owner, rows: [], live: 0, firstNumber: this.#liveCount + 1 });
      this.#firstNumbers = undefined;
    }
    const chunk = this.#own(index);
    chunk.rows.push(row);
    chunk.live++;
    this.#slotCount++;
    this.#liveCount++;
    this.#highest = Math.max(this.#highest, number);
    return row;
  }

  /** Gives the row of a slot new values, as `append` takes them; it keeps its number. */
  replace(slot: number, values: Value[]): Row {
    const chunk = this.#own(slot >>> CHUNK_BITS);
    const row = numbered(values, (chunk.rows[slot & CHUNK_MASK] as Row).at(-1) as number);
    chunk.rows[slot & CHUNK_MASK] = row;
    return row;
  }

  /** Empties the slot of a row. */
  remove(slot: number): void {
    const chunk = this.#ownUnnumbered(slot >>> CHUNK_BITS);
    chunk.rows[slot & CHUNK_MASK] = undefined;
    chunk.live--;
    chunk.firstNumber = STALE;
    this.#liveCount--;
    this.#firstNumbers = undefined;
  }

  #segmentFrom(first: number): RowSegment {
    const indexes = Array.from(this.#chunks.slice(first, first + SEGMENT_CHUNKS).keys());
    const chunks = indexes.map((index) => this.#numbered(first + index).rows);
    const known = this.#segments[first / SEGMENT_CHUNKS];
    if (known?.isOf(chunks)) return known;
    const segment = new RowSegment(chunks);
    this.#segments[first / SEGMENT_CHUNKS] = segment;
    return segment;
  }

  #own(index: number): Chunk {
    this.#numbered(index);
    return this.#ownUnnumbered(index);
  }

  #ownUnnumbered(index: number): Chunk {
    const chunk = this.#chunks[index] as Chunk;
    this.#segments[Math.floor(index / SEGMENT_CHUNKS)] = undefined;
    if (chunk.owner === this.#owner) return chunk;
    const copy = { ...chunk, owner: this.#owner, rows: chunk.rows.slice() };
    this.#chunks[index] = copy;
    return copy;
  }

  /**
   * The chunk with its numbers as they are in this list. Another list may share the chunk and want other numbers:
   * rows already handed out stay as they are, and the other list numbers the chunk again when it reads it.
   */
  #numbered(index: number): Chunk {
    const chunk = this.#chunks[index] as Chunk;
    if (this.#numbers === "stable") return chunk;
    const first = this.#firstNumberOf(index);
    if (chunk.firstNumber === first) return chunk;
    let next = first;
    chunk.rows = chunk.rows.map((row) => (row === undefined ? undefined : withNumber(row, next++)));
    chunk.firstNumber = first;
    return chunk;
  }

  #firstNumberOf(index: number): number {
    if (this.#liveCount === this.#slotCount) return index * CHUNK_SIZE + 1;
    if (this.#firstNumbers === undefined) {
      let next = 1;
      this.#firstNumbers = this.#chunks.map(({ live }) => {
        next += live;
        return next - live;
      });
    }
    return this.#firstNumbers[index] as number;
  }
}

function withNumber(row: Row, number: number): Row {
  return row.at(-1) === number ? row : row.with(-1, number);
}

function numbered(values: Value[], number: number): Row {
  values[values.length - 1] = number;
  return values;
}

interface Chunk {
  /** The list that may change the chunk. */
  readonly owner: object;
  rows: (Row | undefined)[];
  live: number;
  /** The number of its first row when its rows are numbered one after the other; `STALE` after a removal. */
  firstNumber: number;
}

const STALE = 0;
const CHUNK_BITS = 8;
const CHUNK_SIZE = 1 << CHUNK_BITS;
const CHUNK_MASK = CHUNK_SIZE - 1;
/** Together the rows that core's kernels work on at a time; what one write makes a later scan read again. */
export const SEGMENT_BITS = 12;
const SEGMENT_CHUNKS = 1 << (SEGMENT_BITS - CHUNK_BITS);
