import { hashOf } from "@tablewright/core/compiler";
import {
  type Family,
  FEW_ROWS,
  type InMemoryRows,
  type Key,
  type Meter,
  type Row,
  rowsByHash,
  type Task,
  type Value,
} from "@tablewright/core/storage";
import type { RowList } from "./row-list.ts";
import type { TableVersion } from "./table-version.ts";

/** The rows of a version, by its indexes and by others that are built when a column is first compared. */
export class InMemoryVersion implements InMemoryRows {
  readonly #version: TableVersion;
  #rows: readonly Row[] | undefined;
  readonly #built = new Map<string, Map<unknown, Row[]>>();
  readonly #numbers: NumbersBySlot[] = [];

  constructor(version: TableVersion) {
    this.#version = version;
  }

  get rows(): readonly Row[] {
    this.#rows ??= this.#version.rows.toArray();
    return this.#rows;
  }

  rowOf(key: Key): Row | undefined {
    return this.#version.rowOf(key);
  }

  matching(column: number, family: Family, value: Value): readonly Row[] {
    const index = this.#version.indexOn(column);
    const hash = hashOf(value, family);
    if (index?.family !== family) return this.#builtOn(column, family).get(hash) ?? [];
    const { rows } = this.#version;
    const isUpToDate = index.isExact && rows.liveCount === rows.slotCount;
    const matches: Row[] = [];
    for (const slot of index.slotsOf(value)) {
      const row = rows.at(slot);
      if (row === undefined) continue;
      if (isUpToDate || hashOf(row[column] ?? null, family) === hash) matches.push(row);
    }
    return matches;
  }

  matchingNumbers(
    read: number,
    column: number,
    family: Family,
    value: Value,
  ): readonly (number | null)[] | undefined {
    const index = this.#version.indexOn(column);
    const { rows, table } = this.#version;
    const isUpToDate = index?.isExact && rows.liveCount === rows.slotCount;
    if (!isUpToDate || index?.family !== family || read >= table.columns.length) return undefined;
    this.#numbers[read] ??= new NumbersBySlot(rows, read);
    return this.#numbers[read].of(index.slotsOf(value));
  }

  isIndexed(column: number, family: Family): boolean {
    if (this.#version.rows.liveCount <= FEW_ROWS) return true;
    return this.#version.indexOn(column)?.family === family || this.#built.has(nameOf(column, family));
  }

  *index(column: number, family: Family, meter: Meter): Task<void> {
    const hash = (row: Row) => hashOf(row[column] ?? null, family);
    this.#built.set(nameOf(column, family), yield* rowsByHash(this.rows, hash, meter));
  }

  #builtOn(column: number, family: Family): Map<unknown, Row[]> {
    const name = nameOf(column, family);
    const built =
      this.#built.get(name) ?? Map.groupBy(this.rows, (row) => hashOf(row[column] ?? null, family));
    this.#built.set(name, built);
    return built;
  }
}

function nameOf(column: number, family: Family): string {
  return `${column} ${family}`;
}

/**
 * The numbers of a column by the slots of a list in which no slot is empty. Once they are read often they are held together: rows
 * lie apart in memory, and to fetch one costs more than to add ten numbers (1,000 sums of 100 rows: 9 ms instead of 31, 2026-11-28).
 */
class NumbersBySlot {
  readonly #rows: RowList;
  readonly #column: number;
  #together: Float64Array | undefined;
  #reads = 0;

  constructor(rows: RowList, column: number) {
    this.#rows = rows;
    this.#column = column;
  }

  of(slots: readonly number[]): readonly (number | null)[] {
    this.#reads += slots.length;
    if (this.#reads >= this.#rows.slotCount * WORTH_READS)
      this.#together ??= this.#rows.numbers(this.#column);
    const together = this.#together;
    const numbers = new Array<number | null>(slots.length);
    for (let at = 0; at < slots.length; at++) {
      const slot = slots[at] as number;
      const number = together === undefined ? this.#readOne(slot) : (together[slot] as number);
      // One assignment for both would make an object of each number.
      if (Number.isNaN(number)) numbers[at] = null;
      else numbers[at] = number;
    }
    return numbers;
  }

  #readOne(slot: number): number {
    const cell = this.#rows.valuesAt(slot)?.[this.#column];
    return typeof cell === "number" ? cell : Number.NaN;
  }
}

/** To take a number out of each row costs about as much as to read so many of the rows, which lie apart. */
const WORTH_READS = 1 / 8;
