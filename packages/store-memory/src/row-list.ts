import type { Row, StoredTable, Value } from "@tablewright/core/storage";
import { RowSegment } from "./row-segment.ts";

/**
 * Rows in stored order, each in a slot it keeps until the list is rebuilt; a removed row leaves its slot empty.
 * Only the newest fork is changed: what it has not touched it shares with the list it came from. Chunks of slots lie in groups, so that a
 * fork copies a place for every 4,096 rows, and not for every 256.
 * Where row numbers are positions they are brought up to date when a chunk is read, so a removal is cheap.
 */
export class RowList {
  readonly #numbers: StoredTable["rowNumbers"];
  readonly #owner = {};
  #groups: Group[] = [];
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
    fork.#groups = this.#groups.slice();
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
    for (let index = 0; index < this.#chunkCount; index++) yield this.#numbered(index).rows;
  }

  /** The rows in stored order, as many together as a scan by columns works on at once. */
  *segments(): Iterable<RowSegment> {
    for (let number = 0; number < this.#groups.length; number++) yield this.segment(number);
  }

  /** The rows of the slots that have this number but for its last `SEGMENT_BITS`. */
  segment(number: number): RowSegment {
    const group = this.#groups[number] as Group;
    const first = number << GROUP_BITS;
    const chunks = group.chunks.map((_, at) => this.#numbered(first + at).rows);
    if (group.segment?.isOf(chunks)) return group.segment;
    group.segment = new RowSegment(chunks);
    return group.segment;
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

  /** The row of a slot as `at` answers it, but for its number, which may be one that it has lost. Costs nothing after a removal. */
  valuesAt(slot: number): Row | undefined {
    return slot < this.#slotCount ? this.#chunk(slot >>> CHUNK_BITS).rows[slot & CHUNK_MASK] : undefined;
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
    if (index === this.#chunkCount) {
      if (index >>> GROUP_BITS === this.#groups.length) this.#groups.push(newGroup(this.#owner, []));
      const chunk = { owner: this.#owner, rows: [], live: 0, firstNumber: this.#liveCount + 1 };
      this.#ownGroup(index).chunks.push(chunk);
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

  get #chunkCount(): number {
    return (this.#slotCount + CHUNK_MASK) >>> CHUNK_BITS;
  }

  #chunk(index: number): Chunk {
    return (this.#groups[index >>> GROUP_BITS] as Group).chunks[index & GROUP_MASK] as Chunk;
  }

  #own(index: number): Chunk {
    this.#numbered(index);
    return this.#ownUnnumbered(index);
  }

  #ownUnnumbered(index: number): Chunk {
    const { chunks } = this.#ownGroup(index);
    const chunk = chunks[index & GROUP_MASK] as Chunk;
    if (chunk.owner === this.#owner) return chunk;
    const copy = { ...chunk, owner: this.#owner, rows: chunk.rows.slice() };
    chunks[index & GROUP_MASK] = copy;
    return copy;
  }

  /** The group of a chunk that is about to change. */
  #ownGroup(index: number): Group {
    const number = index >>> GROUP_BITS;
    const group = this.#groups[number] as Group;
    if (group.owner === this.#owner) {
      group.segment = undefined;
      return group;
    }
    const copy = newGroup(this.#owner, group.chunks.slice());
    this.#groups[number] = copy;
    return copy;
  }

  /**
   * The chunk with its numbers as they are in this list. Another list may share the chunk and want other numbers:
   * rows already handed out stay as they are, and the other list numbers the chunk again when it reads it.
   */
  #numbered(index: number): Chunk {
    const chunk = this.#chunk(index);
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
      this.#firstNumbers = this.#groups
        .flatMap(({ chunks }) => chunks)
        .map(({ live }) => {
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

/** Chunks that are scanned together. */
interface Group {
  /** The list that may change the group. */
  readonly owner: object;
  readonly chunks: Chunk[];
  /** Once they were scanned, as long as they do not change. Lists that share the group share it where their rows have the same numbers. */
  segment: RowSegment | undefined;
}

function newGroup(owner: object, chunks: Chunk[]): Group {
  return { owner, chunks, segment: undefined };
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
const GROUP_BITS = SEGMENT_BITS - CHUNK_BITS;
const GROUP_MASK = (1 << GROUP_BITS) - 1;
