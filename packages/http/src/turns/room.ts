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

/** The bytes of one call's body, in the rooms that bound what its key and all keys hold at a time. */
export class HeldBytes {
  readonly #rooms: readonly Room[];
  #bytes = 0;
  #full: Room | undefined;

  constructor(rooms: readonly Room[]) {
    this.#rooms = rooms;
  }

  /** The room in which there was none for what was to be held. */
  get full(): Room | undefined {
    return this.#full;
  }

  /** Holds so many bytes more; false when there is no room for them. */
  hold(bytes: number): boolean {
    this.#full = this.#rooms.find((room) => room.taken + bytes > room.limit);
    if (this.#full !== undefined) return false;
    for (const room of this.#rooms) room.take(bytes);
    this.#bytes += bytes;
    return true;
  }

  /** Gives back what is held beyond so many bytes. */
  keep(bytes: number): void {
    const surplus = this.#bytes - bytes;
    if (surplus <= 0) return;
    for (const room of this.#rooms) room.giveBack(surplus);
    this.#bytes = bytes;
  }
}
