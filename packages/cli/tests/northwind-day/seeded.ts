/** A repeatable stream of choices. */
export class Seeded {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  /** From 0 up to but without 1. */
  next(): number {
    this.#state = (this.#state * 48_271) % 2_147_483_647;
    return this.#state / 2_147_483_647;
  }

  /** A whole number, both bounds among the possible ones. */
  between(least: number, greatest: number): number {
    return least + Math.floor(this.next() * (greatest - least + 1));
  }

  pick<T>(from: readonly T[]): T {
    const one = from[this.between(0, from.length - 1)];
    if (one === undefined) throw new Error("There is nothing to pick from.");
    return one;
  }

  /** Different ones, at most as many as there are. */
  some<T>(from: readonly T[], count: number): T[] {
    const left = [...from];
    return Array.from(
      { length: Math.min(count, left.length) },
      () => left.splice(this.between(0, left.length - 1), 1)[0] as T,
    );
  }
}
