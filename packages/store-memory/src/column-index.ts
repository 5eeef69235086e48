import { hashOf } from "@tablewright/core/compiler";
import type { Family, Value } from "@tablewright/core/storage";
import type { Scalar } from "./encode-key.ts";
import { SlotLists } from "./slot-lists.ts";

/**
 * Where the values of a column are, by the language's equality, in one version of a table. What it answers holds every
 * slot with the value, and maybe slots that have lost it or their row, so who asks looks at the rows again.
 */
export class ColumnIndex {
  readonly column: number;
  readonly family: Family;
  readonly lists: SlotLists;
  #entryCount = 0;
  /** Slots of this version are below it. */
  #bound = 0;

  constructor(column: number, family: Family, lists = new SlotLists()) {
    this.column = column;
    this.family = family;
    this.lists = lists;
  }

  fork(): ColumnIndex {
    const fork = new ColumnIndex(this.column, this.family, this.lists);
    fork.#entryCount = this.#entryCount;
    fork.#bound = this.#bound;
    return fork;
  }

  /** Slots held, those out of date included. */
  get entryCount(): number {
    return this.#entryCount;
  }

  /** Whether no row has ever got another value, so that every row in a slot it answers has the value. */
  get isExact(): boolean {
    return this.lists.isExact;
  }

  add(value: Value, slot: number): void {
    this.lists.add(this.hash(value), slot);
    this.#entryCount++;
    this.#bound = Math.max(this.#bound, slot + 1);
  }

  /** Takes back what `add` did last for the slot; the version that did is given up, and `first` was its first slot. */
  takeBack(value: Value, slot: number, first: number): void {
    this.lists.takeBack(this.hash(value), slot, first);
  }

  hash(value: Value): Scalar {
    return hashOf(value, this.family);
  }

  /** At least as many slots as `slotsOf` answers. */
  countOf(value: Value): number {
    return this.lists.countOf(this.hash(value));
  }

  /** The slots that may hold the value, ascending, each once. To be used before the next change to any fork. */
  slotsOf(value: Value): readonly number[] {
    return this.lists.below(this.#bound, this.hash(value));
  }
}
