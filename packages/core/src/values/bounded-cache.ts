/**
 * What was made lately and is dear to make again, under keys that callers choose: what is longest out of use makes room.
 * By `weigh` entries count as much as they take up; one that is heavier than all may be together is not kept.
 */
export class BoundedCache<Key, Value> {
  readonly #entries = new Map<Key, Value>();
  readonly #most: number;
  readonly #weigh: (key: Key) => number;
  #weight = 0;
  /** The key used last; it needs no move. */
  #last: Key | undefined;

  constructor(most: number, weigh: (key: Key) => number = () => 1) {
    this.#most = most;
    this.#weigh = weigh;
  }

  get size(): number {
    return this.#entries.size;
  }

  has(key: Key): boolean {
    return this.#entries.has(key);
  }

  get(key: Key): Value | undefined {
    const value = this.#entries.get(key);
    if (value === undefined || key === this.#last) return value;
    this.#last = key;
    this.#entries.delete(key);
    this.#entries.set(key, value);
    return value;
  }

  set(key: Key, value: Value): void {
    this.#last = key;
    if (this.#entries.delete(key)) this.#weight -= this.#weigh(key);
    this.#entries.set(key, value);
    this.#weight += this.#weigh(key);
    for (const oldest of this.#entries.keys()) {
      if (this.#weight <= this.#most) return;
      this.#entries.delete(oldest);
      this.#weight -= this.#weigh(oldest);
    }
  }

  delete(key: Key): void {
    if (this.#entries.delete(key)) this.#weight -= this.#weigh(key);
    if (key === this.#last) this.#last = undefined;
  }

  /** What is kept under a key, made and kept where it is missing. */
  getOrMake(key: Key, make: () => Value): Value {
    const existing = this.get(key);
    if (existing !== undefined) return existing;
    const value = make();
    this.set(key, value);
    return value;
  }
}

/** A function whose result is kept with its argument, for as long as that lives. */
export function memo<K extends object, V>(make: (key: K) => V): (key: K) => V {
  const results = new WeakMap<K, { readonly value: V }>();
  return (key) => {
    let result = results.get(key);
    if (result === undefined) {
      result = { value: make(key) };
      results.set(key, result);
    }
    return result.value;
  };
}
