/**
 * The time that a call may use the processor at once. Work that may be long asks `isOver` between two steps. If it is over, the
 * work waits for `pause` before it continues, so that others are served.
 */
export interface TimeSlice {
  /** Whether the call has used its time slice. */
  readonly isOver: boolean;
  /** Lets others work; settles when this call may continue, with a new time slice. Rejects when the call is to end. */
  pause(): Promise<void>;
}

/** For a program that serves only one caller: no other call waits. */
export const ENDLESS_SLICE: TimeSlice = { isOver: false, pause: async () => {} };

/**
 * Time slices by a program's clock, in milliseconds. Calls that wait continue in the order in which they came, one after each
 * `pause`: together they would hold the program as one.
 */
export class TimeSlices {
  readonly #now: () => number;
  readonly #pause: () => Promise<unknown>;
  /** The last one that was asked for. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(now: () => number, pause: () => Promise<unknown>) {
    this.#now = now;
    this.#pause = pause;
  }

  /** Those of one call. A clock that was set back ends a slice too. */
  begin(): TimeSlice {
    const now = this.#now;
    let begun = now();
    return {
      get isOver() {
        const used = now() - begun;
        return used >= SLICE_MS || used < 0;
      },
      pause: async () => {
        const next = this.#last.then(this.#pause);
        this.#last = next.catch(() => undefined);
        await next;
        begun = now();
      },
    };
  }
}

const SLICE_MS = 10;

/** The same slices, until the call is to end: a pause rejects with the reason of the signal once that has aborted. */
export class AbortableSlice implements TimeSlice {
  readonly #slice: TimeSlice;
  readonly #signal: Abortable;

  constructor(slice: TimeSlice, signal: Abortable) {
    this.#slice = slice;
    this.#signal = signal;
  }

  get isOver(): boolean {
    return this.#slice.isOver;
  }

  async pause(): Promise<void> {
    await this.#slice.pause();
    this.#signal.throwIfAborted();
  }
}

/** What is needed of an `AbortSignal` of the platform. */
export interface Abortable {
  throwIfAborted(): void;
}

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
export function runWithPauses<T>(work: Task<T>, budget: Pick<TimeSlice, "pause">): T | Promise<T> {
  const { done, value } = work.next();
  return done ? value : afterPause(work, budget);
}

/** What `next` makes of a result: a promise only if the result is one. */
export function continueWith<T, R>(
  result: T | Promise<T>,
  next: (result: T) => R | Promise<R>,
): R | Promise<R> {
  return result instanceof Promise ? result.then(next) : next(result);
}

async function afterPause<T>(work: Task<T>, budget: Pick<TimeSlice, "pause">): Promise<T> {
  for (;;) {
    await budget.pause();
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
