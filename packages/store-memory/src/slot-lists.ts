import type { Scalar } from "./scatter.ts";

/**
 * Slots by key, shared by all versions of a table: slots are only added, so that a version finds every slot of its own
 * under a key, and maybe others, which newer versions or given up ones have added. Who asks looks at the rows.
 */
export class SlotLists {
  readonly #shards = Array.from({ length: SHARDS }, () => new Map<Scalar, Slots>());
  #highest = -1;
  #isExact = true;

  /**
   * Whether each slot was added once and in ascending order: then it stands under the key of the row that was put there,
   * and under no other.
   */
  get isExact(): boolean {
    return this.#isExact;
  }

  add(key: Scalar, slot: number): void {
    if (slot > this.#highest) this.#highest = slot;
    else this.#isExact = false;
    const place = placeOf(key);
    const shard = this.#shardOf(place);
    const slots = shard.get(place);
    if (slots === undefined) shard.set(place, slot);
    else if (typeof slots === "number") shard.set(place, { slots: [slots, slot], isAscending: slots < slot });
    else {
      slots.isAscending &&= (slots.slots.at(-1) as number) < slot;
      slots.slots.push(slot);
    }
  }

  /** Takes back a slot that was added last under the key, by a version that is given up; `highest` was its first. */
  takeBack(key: Scalar, slot: number, highest: number): void {
    const place = placeOf(key);
    const shard = this.#shardOf(place);
    const slots = shard.get(place);
    this.#highest = highest - 1;
    if (slots === slot) shard.delete(place);
    else if (typeof slots === "object" && slots.slots.at(-1) === slot) slots.slots.pop();
    else this.#isExact = false;
  }

  /** So many slots stand under the key, those of other versions included. */
  countOf(key: Scalar): number {
    const slots = this.#find(key);
    return slots === undefined ? 0 : typeof slots === "number" ? 1 : slots.slots.length;
  }

  /** The slots under the key below a bound, ascending, each once. To be used before the next is added. */
  below(bound: number, key: Scalar): readonly number[] {
    const found = this.#find(key);
    if (found === undefined) return NO_SLOTS;
    if (typeof found === "number") return found < bound ? [found] : NO_SLOTS;
    if (!found.isAscending) {
      found.slots = [...new Set(found.slots)].sort((a, b) => a - b);
      found.isAscending = true;
    }
    const { slots } = found;
    const last = slots.at(-1) ?? 0;
    return last < bound ? slots : slots.slice(0, countBelow(slots, bound));
  }

  #find(key: Scalar): Slots | undefined {
    const place = placeOf(key);
    return this.#shardOf(place).get(place);
  }

  #shardOf(place: Scalar): Map<Scalar, Slots> {
    return this.#shards[shardNumber(place)] as Map<Scalar, Slots>;
  }
}

const NO_SLOTS: readonly number[] = [];

/** A key that is in one slot only, as most do, takes no list. */
type Slots = number | { slots: number[]; isAscending: boolean };

/** A table of the platform is laid out again when it has doubled; in parts that takes moments. */
const SHARDS = 64;

function shardNumber(place: Scalar): number {
  if (typeof place === "number") return place & (SHARDS - 1);
  if (typeof place !== "string") return 0;
  const { length } = place;
  const last = place.charCodeAt(length - 1);
  return (length * 7 + place.charCodeAt(length >>> 1) * 31 + last * 5) & (SHARDS - 1);
}

/**
 * A key as it is looked up: whole numbers below 2⁵² are scattered one to one by a secret of this process, so that nobody can choose
 * many that the platform would put into one place; it scatters texts so by itself.
 */
function placeOf(key: Scalar): Scalar {
  if (typeof key !== "number") return key;
  if ((key | 0) === key) return mix(key ^ SEED);
  return Number.isInteger(key) && key > 0 && key < 2 ** 52 ? placeOfLong(key) : `\0${key}`;
}

/** One to one as well, and beyond 32 bits: each half is changed by the other. */
function placeOfLong(key: number): number {
  const low = key | 0;
  const high = Math.floor(key / 2 ** 32) ^ (mix(low ^ SEED) & 0xfffff);
  const mixed = mix(low ^ SEED_OF_LONG ^ Math.imul(high, 0x85ebca6b));
  return (high + 1) * 2 ** 32 + (mixed >>> 0);
}

function mix(number: number): number {
  const mixed = Math.imul(number ^ (number >>> 16), 0x9e3779b1);
  return mixed ^ (mixed >>> 15);
}

const SEED = Math.floor(Math.random() * 2 ** 32) | 0;
const SEED_OF_LONG = Math.floor(Math.random() * 2 ** 32) | 0;

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
