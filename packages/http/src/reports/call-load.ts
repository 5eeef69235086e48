import type { Service } from "../service.ts";

/** What is under way at one moment, in all applications. */
export interface CallLoad {
  /** Calls that are being carried out, or whose answers are being sent. */
  readonly working: number;
  /** Calls that wait for a place among those of their key. */
  readonly waiting: number;
  /** Bytes of bodies that are held. */
  readonly bodyBytes: number;
}

export function loadOf({ applications, waiting, bodies }: Service): CallLoad {
  let working = 0;
  for (const { keys } of applications) for (const { turns } of keys) working += turns.limiter.inside;
  return { working, waiting: waiting.taken, bodyBytes: bodies.taken };
}
