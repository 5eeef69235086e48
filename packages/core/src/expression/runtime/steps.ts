import type { Meter } from "./meter.ts";

/** Work that can be interrupted: it yields where others may have the processor, and goes on from there. */
export type Steps<T> = Generator<void, T, void>;

/** Does the work at a stretch: nothing else happens meanwhile. */
export function atOnce<T>(work: Steps<T>): T {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
}

/** Does the work and pauses wherever it yields. */
export async function inTurns<T>(work: Steps<T>, meter: Meter): Promise<T> {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
    await meter.pause();
  }
}
