/**
 * 32 bits for a safe whole number, by a secret of this process, so that no caller can choose many numbers that all fall into one place.
 */
function hashOfWhole(whole: number): number {
  const low = whole | 0;
  if (low === whole) return mix(low ^ SEED);
  // Each half is changed by the other.
  const high = Math.floor(whole / 2 ** 32) ^ (mix(low ^ SEED) & 0xfffff);
  return mix(low ^ SEED_OF_LONG ^ Math.imul(high, 0x85ebca6b));
}

function mix(number: number): number {
  const mixed = Math.imul(number ^ (number >>> 16), 0x9e3779b1);
  return mixed ^ (mixed >>> 15);
}

const SEED = Math.floor(Math.random() * 2 ** 32) | 0;
const SEED_OF_LONG = Math.floor(Math.random() * 2 ** 32) | 0;

/**
 * Numbers of 32 bits under safe whole numbers, in typed arrays: an entry takes no object, and the garbage collector looks at none.
 * A table is laid out again when it has doubled; in parts that takes moments.
 */
export class NumberTable {
  readonly #parts = new Array<Part | undefined>(PARTS).fill(undefined);

  /** `NONE` for a key that has none. */
  get(key: number): number {
    const hash = hashOfNear(key);
    const part = this.#parts[hash & (PARTS - 1)];
    return part === undefined ? NONE : (part.values[placeIn(part, key, hash)] as number);
  }

  /** Puts a value under a key that has none. What it had before, which it keeps. */
  enter(key: number, value: number): number {
    const hash = hashOfNear(key);
    const part = this.#partFor(hash & (PARTS - 1));
    const place = placeIn(part, key, hash);
    const before = part.values[place] as number;
    if (before !== NONE) return before;
    if (part.keys[place] !== key) part.taken++;
    part.keys[place] = key;
    part.values[place] = value;
    return NONE;
  }

  /** Puts another value under a key that was entered; `NONE` takes its value away, and leaves its place. */
  replace(key: number, value: number): void {
    const hash = hashOfNear(key);
    const part = this.#parts[hash & (PARTS - 1)];
    if (part !== undefined) part.values[placeIn(part, key, hash)] = value;
  }

  /** A part with room for one more key. */
  #partFor(at: number): Part {
    const part = this.#parts[at];
    if (part !== undefined && part.taken * 2 < part.keys.length) return part;
    const larger = part === undefined ? emptyPart(SMALLEST) : enlarged(part);
    this.#parts[at] = larger;
    return larger;
  }
}

/** The value of a key that has none. */
export const NONE = -(2 ** 31);

/** Keys and their values. What was once a key keeps its place, so that what was put behind it is found. */
interface Part {
  readonly keys: Float64Array;
  readonly values: Int32Array;
  taken: number;
}

function emptyPart(places: number): Part {
  return { keys: new Float64Array(places).fill(FREE), values: new Int32Array(places).fill(NONE), taken: 0 };
}

function enlarged({ keys, values }: Part): Part {
  const larger = emptyPart(keys.length * 2);
  for (let at = 0; at < keys.length; at++) {
    const key = keys[at] as number;
    if (values[at] === NONE) continue;
    const place = placeIn(larger, key, hashOfNear(key));
    larger.keys[place] = key;
    larger.values[place] = values[at] as number;
    larger.taken++;
  }
  return larger;
}

/** Of keys that follow one another eight have the same, and lie side by side: they are mostly fetched together. */
function hashOfNear(key: number): number {
  return hashOfWhole(Math.floor(key / NEAR));
}

/** Where the key is, or would be: at most half of the places are taken. */
function placeIn({ keys }: Part, key: number, hash: number): number {
  const mask = keys.length - 1;
  let place = ((hash >>> PART_BITS) * NEAR + (key & (NEAR - 1))) & mask;
  while (keys[place] !== key && !Number.isNaN(keys[place])) place = (place + 1) & mask;
  return place;
}

/** In the place of a key, where there was never one. */
const FREE = Number.NaN;

/** Powers of two. */
const NEAR = 8;
const SMALLEST = 16;
const PART_BITS = 6;
const PARTS = 1 << PART_BITS;
