import { type Answer, whenSent } from "../answers/answer.ts";
import { writeProblem } from "../answers/problem.ts";
import { overLimit, type RefusingLimit, type ServiceLimits } from "../limits.ts";
import { ProcessorShare } from "./scheduler.ts";

/** What the calls of one access key have together. */
export interface KeyTurns {
  readonly limiter: ConcurrencyLimiter;
  /** Bytes of the bodies they brought. */
  readonly bodies: Room;
  /** Streams of changes that are open. */
  readonly streams: Room;
  /** Live Selectors that are open. */
  readonly live: Room;
  readonly processor: ProcessorShare;
}

/** Of one key; `waiting` is the room in which calls of all keys wait. */
export function createKeyTurns(limits: ServiceLimits, waiting: Room): KeyTurns {
  const ownWaiting = createRoom("waitingPerKey", limits.waitingPerKey);
  return {
    limiter: createConcurrencyLimiter(limits.callsPerKey, [ownWaiting, waiting]),
    bodies: createRoom("bodyBytesPerKey", limits.bodyBytesPerKey),
    streams: createRoom("streamsPerKey", limits.streamsPerKey),
    live: createRoom("livePerKey", limits.livePerKey),
    processor: new ProcessorShare(),
  };
}

/** Lets so many calls be carried out at a time; further ones wait, in order, as long as there is room to wait. */
interface ConcurrencyLimiter {
  /** The room that a further call would wait in and does not find; undefined when it does, or need not wait. */
  readonly full: Room | undefined;
  /** How many calls have a place. */
  readonly inside: number;
  /** `free`: the call has a place; a promise settles when it has; undefined, and no place is taken, when it cannot wait. */
  enter(): "free" | Promise<void> | undefined;
  /** Gives the place back: to the call that has waited longest. */
  leave(): void;
}

/** A call that waits takes a unit of each of `rooms`. */
function createConcurrencyLimiter(runToEnd: number, rooms: readonly Room[]): ConcurrencyLimiter {
  let inside = 0;
  const queue: (() => void)[] = [];
  return {
    get full() {
      return inside < runToEnd ? undefined : rooms.find((room) => room.taken >= room.limit);
    },
    get inside() {
      return inside;
    },
    enter() {
      if (inside < runToEnd) {
        inside++;
        return "free";
      }
      if (this.full !== undefined) return undefined;
      for (const room of rooms) room.take(1);
      return new Promise((resolve) => queue.push(resolve));
    },
    leave() {
      const next = queue.shift();
      if (next === undefined) {
        inside--;
        return;
      }
      for (const room of rooms) room.giveBack(1);
      next();
    },
  };
}

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
