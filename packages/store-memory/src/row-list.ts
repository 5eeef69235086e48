import type { Row, StoredTable, Value } from "@tablewright/core/storage";
import { ColumnTable } from "./columns/column-table.ts";

/**
 * Rows in stored order, each in a slot it keeps until the list is rebuilt; a removed row leaves its slot empty.
 * Only the newest fork is changed: what it has not touched it shares with the list it came from. Chunks of slots lie in groups, so that a
 * fork copies a place for every 4,096 rows, and not for every 256.
 * Where row numbers are positions they are counted where rows are read, so a removal is cheap.
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

  /** The rows in stored order, as many together as a scan by columns works on at once. */
  *segments(): Iterable<RowSegment> {
    for (let number = 0; number < this.#groups.length; number++) yield this.segment(number);
  }

  /** The rows of the slots that have this number but for its last `SEGMENT_BITS`. */
  segment(number: number): RowSegment {
    const group = this.#groups[number] as Group;
    const first = this.#firstNumberOf(number);
    if (group.segment?.firstNumber === first) return group.segment;
    const rows = group.chunks.flatMap((chunk) => chunk.rows).filter((row) => row !== undefined);
    const counted = this.#isCounted ? rows.map((row, at) => withNumber(row, first + at)) : rows;
    group.segment = new RowSegment(counted, first);
    return group.segment;
  }

  /** The numbers of a column by slot, of a list in which no slot is empty; NaN is blank. */
  numbers(column: number): Float64Array {
    const numbers = new Float64Array(this.#slotCount);
    for (let group = 0; group < this.#groups.length; group++)
      numbers.set(this.segment(group).numbers(column), group << SEGMENT_BITS);
    return numbers;
  }

  toArray(): Row[] {
    return this.#groups.flatMap((_, number) => this.segment(number).rows);
  }

  /** The row of a slot; undefined where it was removed, or where this list has no such slot. */
  at(slot: number): Row | undefined {
    const row = this.valuesAt(slot);
    return row === undefined || !this.#isCounted ? row : withNumber(row, this.#positionOf(slot));
  }

  /** The row of a slot as `at` answers it; its number may be one that it has lost. Costs nothing after a removal. */
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
      this.#ownGroup(index).chunks.push({ owner: this.#owner, rows: [], live: 0 });
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
    const row = numbered(values, (this.at(slot) as Row).at(-1) as number);
    this.#own(slot >>> CHUNK_BITS).rows[slot & CHUNK_MASK] = row;
    return row;
  }

  /** Empties the slot of a row. */
  remove(slot: number): void {
    const chunk = this.#own(slot >>> CHUNK_BITS);
    chunk.rows[slot & CHUNK_MASK] = undefined;
    chunk.live--;
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

  /** Whether rows may have moved up since they got their numbers. */
  get #isCounted(): boolean {
    return this.#numbers === "position" && this.#liveCount < this.#slotCount;
  }

  #positionOf(slot: number): number {
    const index = slot >>> CHUNK_BITS;
    let number = this.#firstNumberOf(index >>> GROUP_BITS);
    for (let before = index & ~GROUP_MASK; before < index; before++) number += this.#chunk(before).live;
    const { rows } = this.#chunk(index);
    for (let at = 0; at < (slot & CHUNK_MASK); at++) if (rows[at] !== undefined) number++;
    return number;
  }

  /** The number of the first row of a group; of numbers that stay any. */
  #firstNumberOf(group: number): number {
    if (!this.#isCounted) return (group << SEGMENT_BITS) + 1;
    if (this.#firstNumbers === undefined) {
      let next = 1;
      this.#firstNumbers = this.#groups.map(({ chunks }) => {
        const first = next;
        for (const { live } of chunks) next += live;
        return first;
      });
    }
    return this.#firstNumbers[group] as number;
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
  /** Once they were read, as long as they do not change. Lists that share the group share it where their rows have the same numbers. */
  segment: RowSegment | undefined;
}

function newGroup(owner: object, chunks: Chunk[]): Group {
  return { owner, chunks, segment: undefined };
}

interface Chunk {
  /** The list that may change the chunk. */
  readonly owner: object;
  readonly rows: (Row | undefined)[];
  live: number;
}

const CHUNK_BITS = 8;
const CHUNK_SIZE = 1 << CHUNK_BITS;
const CHUNK_MASK = CHUNK_SIZE - 1;
/** Together the rows that core's kernels work on at a time; what one write makes a later scan read again. */
const SEGMENT_BITS = 12;
const GROUP_BITS = SEGMENT_BITS - CHUNK_BITS;
const GROUP_MASK = (1 << GROUP_BITS) - 1;

/**
 * Consecutive rows of a list that are scanned together. From their second scan on they are also held by columns: rows
 * that change between any two scans never pay for columns that are not read again.
 */
export class RowSegment {
  /** In stored order. */
  readonly rows: readonly Row[];
  readonly firstNumber: number;
  #wasScanned = false;
  #columns: ColumnTable | undefined;

  constructor(rows: readonly Row[], firstNumber: number) {
    this.rows = rows;
    this.firstNumber = firstNumber;
  }

  /** The rows in stored order, for one scan: by columns where these have come to be worth it. */
  scan(): ColumnTable | readonly Row[] {
    if (this.#columns !== undefined) return this.#columns;
    if (!this.#wasScanned || this.rows.length < FEWEST) {
      this.#wasScanned = true;
      return this.rows;
    }
    this.#columns = new ColumnTable(this.rows);
    return this.#columns;
  }

  /** The numbers of a column; NaN is blank. */
  numbers(index: number): Float64Array {
    this.#columns ??= new ColumnTable(this.rows);
    return this.#columns.numbers(index);
  }
}

/** Fewer rows are looked at one by one before the kernels have begun. */
const FEWEST = 64;
