import type { ServiceLimits } from "../limits.ts";
import { createRoom, type Room } from "./room.ts";
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
