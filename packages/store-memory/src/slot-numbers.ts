import type { Row } from "@tablewright/core/storage";
import { type RowList, SEGMENT_BITS } from "./row-list.ts";

/**
 * The numbers of a column by the slots of a list in which no slot is empty. Those of rows that are read often are held
 * together: rows lie apart in memory, and fetching one costs more than adding up ten numbers.
 */
export class SlotNumbers {
  readonly #rows: RowList;
  readonly #column: number;
  /** By segment; missing until it was read so often that it paid. */
  readonly #together: (Float64Array | undefined)[] = [];
  readonly #reads: number[] = [];

  constructor(rows: RowList, column: number) {
    this.#rows = rows;
    this.#column = column;
  }

  /** Puts the numbers of the slots into `numbers`, NaN for blanks. */
  read(slots: readonly number[], numbers: Float64Array): void {
    const segments = this.#together;
    for (let at = 0; at < slots.length; at++) {
      const slot = slots[at] as number;
      const together = segments[slot >>> SEGMENT_BITS];
      numbers[at] = together === undefined ? this.#readOne(slot) : (together[slot & SEGMENT_MASK] as number);
    }
  }

  #readOne(slot: number): number {
    const together = this.#gather(slot >>> SEGMENT_BITS);
    if (together !== undefined) return together[slot & SEGMENT_MASK] as number;
    const cell = (this.#rows.at(slot) as Row)[this.#column];
    return typeof cell === "number" ? cell : Number.NaN;
  }

  /** The numbers of a segment that is read once more, where that pays or the segment has its columns already. */
  #gather(segment: number): Float64Array | undefined {
    const reads = (this.#reads[segment] ?? 0) + 1;
    this.#reads[segment] = reads;
    if (reads > 1 && reads < WORTH_READS) return undefined;
    const rows = this.#rows.segment(segment);
    const columns = reads < WORTH_READS ? rows.knownColumns : rows.columns;
    this.#together[segment] = columns?.numbers(this.#column);
    return this.#together[segment];
  }
}

const SEGMENT_MASK = (1 << SEGMENT_BITS) - 1;

/** To take a number out of each row of a segment costs about as much as so many reads of rows that lie apart. */
const WORTH_READS = 512;
