import type { RefusingLimit } from "../answers/over-limit.ts";

/** Room for so many units, of bytes or of calls, that holders share. */
export interface Room {
  /** The setting that says how much room there is. */
  readonly name: RefusingLimit;
  readonly limit: number;
  readonly taken: number;
  /** Takes so many units, if they are there. */
  take(units: number): boolean;
  giveBack(units: number): void;
}

export function createRoom(name: RefusingLimit, limit: number): Room {
  let taken = 0;
  return {
    name,
    limit,
    get taken() {
      return taken;
    },
    take(units) {
      if (taken + units > limit) return false;
      taken += units;
      return true;
    },
    giveBack(units) {
      taken -= units;
    },
  };
}
