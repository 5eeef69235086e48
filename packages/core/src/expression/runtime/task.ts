import type { Meter, Turn } from "./meter.ts";

/** Work that can be interrupted: it yields where others may have the processor, and goes on from there. */
export type Steps<T> = Generator<void, T, void>;

/** Does the work at a stretch: nothing else happens meanwhile. */
export function atOnce<T>(work: Steps<T>): T {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
}

/** Does the work and pauses wherever it yields; work that does not yield is done when it returns, without a promise. */
export function inTurns<T>(work: Steps<T>, meter: Meter): T | Promise<T> {
  const { done, value } = work.next();
  return done ? value : afterPause(work, meter);
}

async function afterPause<T>(work: Steps<T>, meter: Meter): Promise<T> {
  for (;;) {
    await meter.pause();
    const { done, value } = work.next();
    if (done) return value;
  }
}

/** Work that yields whether or not the turn is over, pausing only where it is. */
export function* whenOver<T>(work: Steps<T>, turn: Turn): Steps<T> {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
    if (turn.isOver) yield;
  }
}

/** Whether to pause before the item at this place of many, for work that is not paid for item by item. */
export function isPauseDueAt(place: number, { turn }: Meter): boolean {
  return place % ITEMS === ITEMS - 1 && turn.isOver;
}

/** Items between two questions whether the turn is over. */
const ITEMS = 64;
