import type { Services } from "@tablewright/core";

/** A clock that tests set, and chance that is the same in every run. */
export interface TestServices extends Services {
  setClock(milliseconds: number): void;
}

/** `seed` keeps apart what is drawn for given rows and by calls, so that no key is drawn twice. */
export function testServices(milliseconds: number, seed: number): TestServices {
  let clock = milliseconds;
  let state = seed;
  let ids = 0;
  return {
    now: () => clock,
    random: () => {
      state = (state + 0x6d2b79f5) | 0;
      const mixed = Math.imul(state ^ (state >>> 15), state | 1);
      const drawn = mixed ^ (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61));
      return ((drawn ^ (drawn >>> 14)) >>> 0) / 2 ** 32;
    },
    newId: () => `${seed}-${++ids}`,
    setClock: (value) => {
      clock = value;
    },
  };
}
