import type { Answer } from "../answers/answer.ts";
import { overLimit, type RefusingLimit } from "../answers/over-limit.ts";
import { whenSent } from "../answers/when-sent.ts";
import { writeProblem } from "../answers/write-problem.ts";

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

/** An answer that takes a unit of a room until it was sent; where there is none, it is refused. */
export async function withinRoom(room: Room, traceId: string, work: () => Promise<Answer>): Promise<Answer> {
  if (!room.take(1)) return writeProblem([overLimit(room.name, room.limit)], traceId);
  const leave = () => room.giveBack(1);
  try {
    return whenSent(await work(), leave);
  } catch (error) {
    leave();
    throw error;
  }
}
