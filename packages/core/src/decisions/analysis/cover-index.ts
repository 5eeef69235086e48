import { addBit } from "../row-index.ts";
import type { Cell, Grid, Spans } from "./grid.ts";

/** Blocks into which the atoms of a variable are put, at most. */
const MOST_BLOCKS = 64;

/**
 * Covers to which more are added, and of these the ones that may meet a region: for each variable, a bit for each cover that begins
 * before the end of a block of atoms, and that ends after its beginning. A table of 1,000 rows with many `-` cells is so proven in 1.1 s of
 * processor time instead of 2.4 (2026-11-27).
 */
export class CoverIndex {
  readonly #covers: Cell[] = [];
  readonly #axes: readonly AxisBlocks[];

  /** `most` is how many covers will be added. */
  constructor(grid: Grid, variables: number, most: number) {
    this.#axes = Array.from({ length: variables }, (_, variable) => blocksOf(grid.all(variable), most));
  }

  add(cover: Cell): void {
    const position = this.#covers.push(cover) - 1;
    for (const [variable, { perBlock, begun, unended }] of this.#axes.entries()) {
      const spans = cover[variable];
      const first = spans === undefined ? 0 : blockOf(spans[0], perBlock);
      const last = spans === undefined ? begun.length - 1 : blockOf((spans.at(-1) as number) - 1, perBlock);
      for (let block = first; block < begun.length; block++) addBit(begun[block] as Uint32Array, position);
      for (let block = 0; block <= last; block++) addBit(unended[block] as Uint32Array, position);
    }
  }

  /** All covers that meet the region, and perhaps some that do not. */
  near(region: Cell): readonly Cell[] {
    const words = (this.#covers.length + 31) >>> 5;
    const bits = new Uint32Array(words).fill(0xffffffff);
    for (const [variable, { perBlock, begun, unended }] of this.#axes.entries()) {
      const spans = region[variable];
      if (spans === undefined) continue;
      const before = begun[blockOf((spans.at(-1) as number) - 1, perBlock)] as Uint32Array;
      const after = unended[blockOf(spans[0], perBlock)] as Uint32Array;
      for (let word = 0; word < words; word++)
        bits[word] = (bits[word] as number) & (before[word] as number) & (after[word] as number);
    }
    return this.#covers.filter(
      (_, position) => ((bits[position >>> 5] as number) & (1 << (position & 31))) !== 0,
    );
  }
}

/** Of one variable, by its blocks: which covers have an atom in the block or before it, and which in it or after it. */
interface AxisBlocks {
  readonly perBlock: number;
  readonly begun: readonly Uint32Array[];
  readonly unended: readonly Uint32Array[];
}

function blocksOf(all: Spans, most: number): AxisBlocks {
  const atoms = all[1] ?? 0;
  const perBlock = Math.max(1, Math.ceil(atoms / MOST_BLOCKS));
  const bitsOfBlocks = () =>
    Array.from(
      { length: Math.max(1, Math.ceil(atoms / perBlock)) },
      () => new Uint32Array((most + 31) >>> 5),
    );
  return { perBlock, begun: bitsOfBlocks(), unended: bitsOfBlocks() };
}

function blockOf(atom: number | undefined, perBlock: number): number {
  return Math.floor((atom ?? 0) / perBlock);
}
