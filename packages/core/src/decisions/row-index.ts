import { compileNode } from "../expression/evaluate/compile.ts";
import type { Frame } from "../expression/evaluate/frame.ts";
import { conjunctsOf, mayFail } from "../expression/parts.ts";
import { hashOf, type Value } from "../values/index.ts";
import { boxesOf, type ValueBox } from "./analysis/boxes.ts";
import { intersection, union, type ValueSet } from "./analysis/value-set.ts";
import { type Variable, Variables } from "./analysis/variables.ts";
import type { DecisionRow, Placed } from "./decision.ts";

/**
 * Finds the rows of a decision whose conditions hold, without trying each. For every variable that conditions compare with
 * constants it knows which rows accept which values: equalities by a hash, ranges by their sorted ends. The rows that all
 * variables accept are candidates; only what says more than such comparisons is evaluated, on candidates.
 */
export class RowIndex {
  /** By the positions of the rows: what is still to be evaluated where the row is a candidate. */
  readonly residual: readonly (readonly Placed[])[];
  readonly #columns: readonly ColumnIndex[];
  readonly #start: Uint32Array;
  #idle: Uint32Array | undefined;

  constructor(rows: readonly DecisionRow[]) {
    const variables = new Variables();
    const read = rows.map((row) => readRow(row, variables));
    const words = Math.ceil(rows.length / 32);
    const possible = new Uint32Array(words);
    for (const [position, row] of read.entries()) if (row !== undefined) addBit(possible, position);
    this.residual = read.map((row) => row?.residual ?? []);
    this.#start = possible;
    this.#columns = variables.all.flatMap((variable, index) => {
      const sets = read.map((row) => row?.sets.get(index));
      return sets.some((set) => set !== undefined) ? [new ColumnIndex(variable, sets, words)] : [];
    });
  }

  /**
   * The candidates for some facts, as bits by the positions of the rows; `frame` is that of the facts' row. Hand the bits back by
   * `release` after use.
   */
  candidates(row: readonly Value[], frame: Frame): Uint32Array {
    // A function of the caller's own may ask the same rules while candidates are tried.
    const bits = this.#idle ?? new Uint32Array(this.#start.length);
    this.#idle = undefined;
    bits.set(this.#start);
    const columns = this.#columns;
    for (let at = 0; at < columns.length; at++) (columns[at] as ColumnIndex).keepAccepting(bits, row, frame);
    return bits;
  }

  release(bits: Uint32Array): void {
    this.#idle = bits;
  }
}

interface ReadRow {
  /** What the variables must be, by their positions. */
  readonly sets: ReadonlyMap<number, ValueSet>;
  readonly residual: readonly Placed[];
}

/** The conditions of a row as sets of values of variables, and what these do not say; undefined where they are never TRUE. */
function readRow({ conditions }: DecisionRow, variables: Variables): ReadRow | undefined {
  const sets = new Map<number, ValueSet>();
  const residual: Placed[] = [];
  let fails = false;
  for (const placed of conditions) {
    for (const expression of conjunctsOf(placed.expression)) {
      const boxes = boxesOf(expression, variables);
      // What may fail is asked where everything before it is TRUE, and so is what comes after it.
      fails ||= mayFail(expression);
      if (boxes.length === 0 && !fails) return undefined;
      const isWhole = !fails && addSets(sets, boxes, variables);
      if (!isWhole) residual.push({ ...placed, expression });
    }
  }
  return { sets, residual };
}

/** Takes what boxes say of each variable; answers whether that is all that they say. */
function addSets(sets: Map<number, ValueSet>, boxes: readonly ValueBox[], { all }: Variables): boolean {
  const [first = new Map<number, ValueSet>(), ...others] = boxes;
  let isWhole = others.length === 0;
  for (const [variable, set] of first) {
    const alternatives = others.map((box) => box.get(variable));
    if (!all[variable]?.isFact || alternatives.includes(undefined)) {
      isWhole = false;
      continue;
    }
    const known = sets.get(variable);
    const either = (alternatives as ValueSet[]).reduce(union, set);
    sets.set(variable, known === undefined ? either : intersection(known, either));
  }
  return isWhole;
}

/** Words of all bitmaps of one variable, at most: 4 MB. Beyond it only some are kept, and the others are made of these. */
const MOST_WORDS = 1_000_000;

/** Which rows accept which values of one variable. */
class ColumnIndex {
  readonly #read: (row: readonly Value[], frame: Frame) => Value;
  readonly #family: Variable["family"];
  readonly #blank: Uint32Array;
  readonly #words: number;
  /** Values are put into segments, whose values the same rows accept. Of numbers, the lowest value of each but the first. */
  readonly #lowest: Float64Array | undefined;
  /** Of others, the segment of each value that a row names; 0 is that of all other values. */
  readonly #segments = new Map<unknown, number>();
  /** The bitmaps of every `#stride`th segment. */
  readonly #bitmaps: Uint32Array;
  readonly #stride: number;
  /** The rows that differ in a segment from the one before it, or of values that are named, from segment 0. */
  readonly #changes: readonly Int32Array[];

  constructor({ node, family }: Variable, sets: readonly (ValueSet | undefined)[], words: number) {
    this.#family = family;
    this.#words = words;
    const evaluate = compileNode(node, 0);
    this.#read = node.op === "column" && node.slot === 0 ? (row) => row[node.index] as Value : evaluate;
    this.#blank = new Uint32Array(words);
    const base = new Uint32Array(words);
    const changes = new Map<number, number[]>();
    const change = (segment: number, position: number) => {
      const rows = changes.get(segment);
      if (rows === undefined) changes.set(segment, [position]);
      else rows.push(position);
    };
    const ends = sets.flatMap((set) => (set?.values.kind === "ranges" ? set.values.ends : []));
    const sorted = [...new Set(ends)].sort((a, b) => a - b);
    const isRanges = sets.some((set) => set?.values.kind === "ranges");
    const segmentOfEnd = new Map(sorted.map((end, index) => [end, index + 1]));
    for (const [position, set] of sets.entries()) {
      if (set === undefined || set.blank) addBit(this.#blank, position);
      if (set === undefined || (set.values.kind === "listed" && set.values.isComplement))
        addBit(base, position);
      if (set?.values.kind === "ranges")
        for (const end of set.values.ends) change(segmentOfEnd.get(end) as number, position);
      if (set?.values.kind === "listed")
        for (const [hash, value] of set.values.members) change(this.#segmentOf(hash, value), position);
    }
    const count = isRanges ? sorted.length + 1 : this.#count;
    this.#lowest = isRanges ? Float64Array.from(sorted) : undefined;
    this.#changes = Array.from({ length: count }, (_, segment) =>
      Int32Array.from(changes.get(segment) ?? []),
    );
    this.#stride = Math.max(1, Math.ceil((count * words) / MOST_WORDS));
    this.#bitmaps = this.#makeBitmaps(base, count);
  }

  #segmentOf(hash: unknown, value: Value): number {
    const segment = this.#segments.get(hash) ?? this.#count++;
    this.#segments.set(hash, segment);
    this.#segments.set(value, segment);
    return segment;
  }

  #count = 1;

  #makeBitmaps(base: Uint32Array, count: number): Uint32Array {
    const bitmaps = new Uint32Array(Math.ceil(count / this.#stride) * this.#words);
    const bits = base.slice();
    for (let segment = 0; segment < count; segment++) {
      if (this.#lowest === undefined) bits.set(base);
      for (const position of this.#changes[segment] as Int32Array) flipBit(bits, position);
      if (segment % this.#stride === 0) bitmaps.set(bits, (segment / this.#stride) * this.#words);
    }
    return bitmaps;
  }

  /** Takes out of a bitmap the rows that do not accept the value that the variable has in the facts. */
  keepAccepting(bits: Uint32Array, row: readonly Value[], frame: Frame): void {
    const value = this.#read(row, frame);
    if (value === null) {
      for (let word = 0; word < bits.length; word++)
        bits[word] = (bits[word] as number) & (this.#blank[word] as number);
      return;
    }
    const segment =
      this.#lowest === undefined ? this.#find(value) : firstAbove(this.#lowest, value as number);
    const stride = this.#stride;
    const bitmaps = this.#bitmaps;
    if (segment % stride === 0) {
      const offset = (segment / stride) * this.#words;
      for (let word = 0; word < bits.length; word++)
        bits[word] = (bits[word] as number) & (bitmaps[offset + word] as number);
      return;
    }
    const own = this.#bitsOf(segment);
    for (let word = 0; word < bits.length; word++)
      bits[word] = (bits[word] as number) & (own[word] as number);
  }

  #find(value: Value): number {
    return this.#segments.get(value) ?? this.#segments.get(hashOf(value, this.#family)) ?? 0;
  }

  /** The bitmap of a segment that is not kept: that of the one before it that is, with what changes after it. */
  #bitsOf(segment: number): Uint32Array {
    const isRanges = this.#lowest !== undefined;
    const kept = isRanges ? Math.floor(segment / this.#stride) : 0;
    const bits = this.#bitmaps.slice(kept * this.#words, (kept + 1) * this.#words);
    for (let at = isRanges ? kept * this.#stride + 1 : segment; at <= segment; at++)
      for (const position of this.#changes[at] as Int32Array) flipBit(bits, position);
    return bits;
  }
}

/** How many of some sorted numbers are not above a value. */
function firstAbove(sorted: Float64Array, value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] as number) <= value) low = middle + 1;
    else high = middle;
  }
  return low;
}

export function addBit(bits: Uint32Array, position: number): void {
  bits[position >>> 5] = (bits[position >>> 5] as number) | (1 << (position & 31));
}

function flipBit(bits: Uint32Array, position: number): void {
  bits[position >>> 5] = (bits[position >>> 5] as number) ^ (1 << (position & 31));
}
