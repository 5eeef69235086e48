import type { Scalar } from "./encode-key.ts";
import { NONE, NumberTable } from "./number-table.ts";

/**
 * Slots by key, shared by all versions of a table: slots are only added, so that a version finds every slot of its own
 * under a key, and maybe others, which newer versions or given up ones have added. Who asks looks at the rows.
 */
export class SlotLists {
  readonly #numbers = new NumberTable();
  /** Of keys that are no whole numbers. */
  readonly #others = Array.from({ length: SHARDS }, () => new Map<Place, number>());
  /** Of the keys that are in several slots. */
  readonly #lists: SlotList[] = [];
  #highest = -1;
  #isExact = true;

  /**
   * Whether each slot was added once and in ascending order: then it is under the key of the row that was put there,
   * and under no other.
   */
  get isExact(): boolean {
    return this.#isExact;
  }

  add(key: Scalar, slot: number): void {
    if (slot > this.#highest) this.#highest = slot;
    else this.#isExact = false;
    const before = this.#enter(key, slot);
    if (before === NONE) return;
    if (before >= 0) {
      this.#lists.push({ slots: [before, slot], isAscending: before < slot });
      this.#put(key, -this.#lists.length);
      return;
    }
    const list = this.#listAt(before);
    list.isAscending &&= (list.slots.at(-1) ?? -1) < slot;
    list.slots.push(slot);
  }

  /** Takes back a slot that was added last under the key, by a version that is given up; `highest` was its first. */
  takeBack(key: Scalar, slot: number, highest: number): void {
    const entry = this.#entryOf(key);
    this.#highest = highest - 1;
    if (entry === slot) this.#put(key, NONE);
    else if (isList(entry) && this.#listAt(entry).slots.at(-1) === slot) this.#listAt(entry).slots.pop();
    else this.#isExact = false;
  }

  /** So many slots are under the key, those of other versions included. */
  countOf(key: Scalar): number {
    const entry = this.#entryOf(key);
    if (entry === NONE) return 0;
    return isList(entry) ? this.#listAt(entry).slots.length : 1;
  }

  /** The slots under the key below a bound, ascending, each once. To be used before the next is added. */
  below(bound: number, key: Scalar): readonly number[] {
    const entry = this.#entryOf(key);
    if (entry === NONE) return NO_SLOTS;
    if (!isList(entry)) return entry < bound ? [entry] : NO_SLOTS;
    const list = this.#listAt(entry);
    if (!list.isAscending) {
      list.slots = [...new Set(list.slots)].sort((a, b) => a - b);
      list.isAscending = true;
    }
    const { slots } = list;
    const last = slots.at(-1) ?? 0;
    return last < bound ? slots : slots.slice(0, countBelow(slots, bound));
  }

  /** What is under a key: its slot, a number below zero that names its list, or `NONE`. */
  #entryOf(key: Scalar): number {
    if (isWhole(key)) return this.#numbers.get(key);
    const place = placeOf(key);
    return this.#shardOf(place).get(place) ?? NONE;
  }

  #enter(key: Scalar, slot: number): number {
    if (isWhole(key)) return this.#numbers.enter(key, slot);
    const place = placeOf(key);
    const shard = this.#shardOf(place);
    const before = shard.get(place);
    if (before === undefined) shard.set(place, slot);
    return before ?? NONE;
  }

  #put(key: Scalar, entry: number): void {
    if (isWhole(key)) {
      this.#numbers.replace(key, entry);
      return;
    }
    const place = placeOf(key);
    if (entry === NONE) this.#shardOf(place).delete(place);
    else this.#shardOf(place).set(place, entry);
  }

  #listAt(entry: number): SlotList {
    return this.#lists[-1 - entry] as SlotList;
  }

  #shardOf(place: Place): Map<Place, number> {
    return this.#others[shardNumber(place)] as Map<Place, number>;
  }
}

/** A key that is in one slot only, as most are, takes no list. */
interface SlotList {
  slots: number[];
  isAscending: boolean;
}

const NO_SLOTS: readonly number[] = [];

function isList(entry: number): boolean {
  return entry < 0 && entry !== NONE;
}

function isWhole(key: Scalar): key is number {
  return Number.isSafeInteger(key);
}

/**
 * A key that is no whole number as it is looked up: the platform scatters texts by a secret, but numbers in a way that anybody can
 * foresee, who could then choose many for one place.
 */
type Place = Exclude<Scalar, number>;

function placeOf(key: Scalar): Place {
  return typeof key === "number" ? `\0${key}` : key;
}

/** A table of the platform is laid out again when it has doubled; in parts that takes moments. */
const SHARDS = 64;

function shardNumber(place: Place): number {
  if (typeof place !== "string") return 0;
  const { length } = place;
  const last = place.charCodeAt(length - 1);
  return (length * 7 + place.charCodeAt(length >>> 1) * 31 + last * 5) & (SHARDS - 1);
}

/** How many of the slots, which ascend, are below a bound. */
function countBelow(slots: readonly number[], bound: number): number {
  let low = 0;
  let high = slots.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((slots[middle] as number) < bound) low = middle + 1;
    else high = middle;
  }
  return low;
}
