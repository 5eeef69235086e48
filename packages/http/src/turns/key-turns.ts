import type { Limits } from "../limits.ts";
import { type ConcurrencyLimiter, createConcurrencyLimiter } from "./concurrency-limiter.ts";
import { newProcessorShare, type ProcessorShare } from "./processor-share.ts";
import { createRoom, type Room } from "./room.ts";

/** What the calls of one access key have together. */
export interface KeyTurns {
  readonly limiter: ConcurrencyLimiter;
  /** Bytes of the bodies they brought. */
  readonly bodies: Room;
  /** Streams of changes that are open. */
  readonly streams: Room;
  readonly processor: ProcessorShare;
}

/** Of one key; `waiting` is the room in which calls of all keys wait. */
export function createKeyTurns(limits: Limits, waiting: Room): KeyTurns {
  const ownWaiting = createRoom("waitingPerKey", limits.waitingPerKey);
  return {
    limiter: createConcurrencyLimiter(limits.callsPerKey, [ownWaiting, waiting]),
    bodies: createRoom("bodyBytesPerKey", limits.bodyBytesPerKey),
    streams: createRoom("streamsPerKey", limits.streamsPerKey),
    processor: newProcessorShare(),
  };
}
