import type { StoredTable } from "@tablewright/core/storage";

/**
 * How slots, which order the rows of a table, give their row numbers. Stable numbers are the slots. Positions are the
 * slots less the gaps before them, which are counted by runs of slots: a delete touches no other row.
 */
export class RowNumbering {
  readonly kind: StoredTable["rowNumbers"];
  /** The highest slot that was given. */
  readonly highest: number;
  /** For each run of slots, from the lowest on, how many of them rows have left; none are kept of stable numbers. */
  readonly gaps: readonly number[];
  readonly #gapsBefore: readonly number[];
  readonly #count: number;

  constructor(kind: StoredTable["rowNumbers"], highest = 0, gaps: readonly number[] = []) {
    let total = 0;
    this.kind = kind;
    this.highest = highest;
    this.gaps = gaps;
    this.#gapsBefore = gaps.map((count) => {
      total += count;
      return total - count;
    });
    this.#count = highest - total;
  }

  /** The row number of a slot in use; `countRows` counts the rows above a slot up to another, at most a run of them. */
  numberOf(slot: number, countRows: (above: number, upTo: number) => number): number {
    const run = runOf(slot);
    if (run >= this.gaps.length) return slot - (this.highest - this.#count);
    const start = run * RUN;
    const place = this.gaps[run] === 0 ? slot - start : countRows(start, slot);
    return start - (this.#gapsBefore[run] as number) + place;
  }

  /** Whether the number of every row is its slot: numbers are stable, or no row has left. */
  get isBySlot(): boolean {
    return this.highest === this.#count;
  }

  /** The number of a row that is added, by its slot, which is above `highest`; slots between count as rows. */
  numberOfNew(slot: number): number {
    return slot - (this.highest - this.#count);
  }

  /** After rows were added at the end, in the slots that follow `highest`. */
  afterInsert(count: number): RowNumbering {
    return new RowNumbering(this.kind, this.highest + count, this.gaps);
  }

  /** After the rows of these slots were removed. */
  afterDelete(slots: readonly number[]): RowNumbering {
    if (this.kind === "stable") return this;
    const gaps = [...this.gaps];
    for (const slot of slots) {
      while (gaps.length <= runOf(slot)) gaps.push(0);
      gaps[runOf(slot)] = (gaps[runOf(slot)] as number) + 1;
    }
    return new RowNumbering(this.kind, this.highest, gaps);
  }

  /** With all slots up to `last` given; of those above `highest` so many rows are in each run, counted from 0. */
  settled(last: number, counts: ReadonlyMap<number, number>): RowNumbering {
    if (this.kind === "stable") return new RowNumbering(this.kind, last, this.gaps);
    const gaps = [...this.gaps];
    for (let run = runOf(this.highest + 1); run <= runOf(last); run++) {
      const slots = Math.min(last, (run + 1) * RUN) - Math.max(this.highest, run * RUN);
      const left = slots - (counts.get(run) ?? 0);
      if (left === 0) continue;
      while (gaps.length <= run) gaps.push(0);
      gaps[run] = (gaps[run] as number) + left;
    }
    return new RowNumbering(this.kind, last, gaps);
  }

  /** Whether so many slots are out of use that giving the rows new ones is worth it. */
  get isWorn(): boolean {
    return this.highest > 4 * this.#count + 8 * RUN;
  }

  /** With slots that are 1, 2, 3 … again, for so many rows. */
  renumbered(kind = this.kind, count = this.#count): RowNumbering {
    return new RowNumbering(kind, count);
  }
}

/** Slots of a run: 1 to 512, 513 to 1024 and so on. */
export const RUN = 512;

function runOf(slot: number): number {
  return Math.floor((slot - 1) / RUN);
}
