import { setImmediate } from "node:timers/promises";

/** Work that pauses between its parts. */
export type Paused<T> = Generator<void, T, void>;

/** Does the work at a stretch: nothing else happens meanwhile. */
export function atOnce<T>(work: Paused<T>): T {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
}

/** Does the work and lets others have their turn at each pause. */
export async function inTurns<T>(work: Paused<T>): Promise<T> {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
    await setImmediate();
  }
}
