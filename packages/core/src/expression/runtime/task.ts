import type { Meter, TimeSlice } from "./meter.ts";

/** Work that can pause: it yields where other calls may use the processor, and continues from there. */
export type Task<T> = Generator<void, T, void>;

/** Runs a task to its end, without a pause. */
export function runToEnd<T>(work: Task<T>): T {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
}

/** Runs a task and pauses wherever it yields. The result of a task that does not yield is returned without a promise. */
export function runWithPauses<T>(work: Task<T>, meter: Meter): T | Promise<T> {
  const { done, value } = work.next();
  return done ? value : afterPause(work, meter);
}

async function afterPause<T>(work: Task<T>, meter: Meter): Promise<T> {
  for (;;) {
    await meter.pause();
    const { done, value } = work.next();
    if (done) return value;
  }
}

/** A task that yields only if the time slice is over, out of one that always yields. */
export function* pausedWhenOver<T>(work: Task<T>, timeSlice: TimeSlice): Task<T> {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
    if (timeSlice.isOver) yield;
  }
}

/** Whether to pause before the item at this position, in work whose items are not charged one by one. */
export function isPauseDueAt(place: number, { timeSlice }: Meter): boolean {
  return place % ITEMS === ITEMS - 1 && timeSlice.isOver;
}

/** Items between two looks at the time slice. */
const ITEMS = 64;
