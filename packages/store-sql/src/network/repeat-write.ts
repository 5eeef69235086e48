import { setTimeout } from "node:timers/promises";
import type { WriteUse } from "@tablewright/core/storage";

/** What a store says of writes that met. */
export interface Meetings {
  /** Whether an error came from others. */
  isConflict(error: unknown): boolean;
  /** How often a write may run exclusively; more than once where that delays only users of the same server. */
  readonly runsAlone?: number;
  /** Runs all exclusive attempts while others wait, where the runs themselves do not see to that. */
  readonly apart?: <T>(runs: () => Promise<T>) => Promise<T>;
}

/**
 * Runs a write concurrently, again after a conflict, and exclusively when conflicts go on: so it ends. One
 * that cannot be run twice is exclusive at once.
 */
export async function repeatWrite<T>(
  run: (isAlone: boolean) => Promise<T>,
  { exclusive = false, repeatable = true }: WriteUse,
  { isConflict, runsAlone = 1, apart = (runs) => runs() }: Meetings,
): Promise<T> {
  const begun = performance.now();
  const mayBeBeside = () => !exclusive && repeatable && performance.now() - begun < LONGEST_BESIDE;
  for (let runs = 1; runs <= MOST_RUNS && mayBeBeside(); runs++) {
    try {
      return await run(false);
    } catch (error) {
      if (!isConflict(error)) throw error;
      await separate(runs);
    }
  }
  return apart(async () => {
    for (let runs = 1; ; runs++) {
      try {
        return await run(true);
      } catch (error) {
        if (!repeatable || runs >= runsAlone || !isConflict(error)) throw error;
        await separate(runs);
      }
    }
  });
}

/** Those that met come again at different times. */
function separate(runs: number): Promise<void> {
  return setTimeout(Math.random() * SHORTEST_WAIT * 2 ** Math.min(runs, MOST_RUNS));
}

/** Concurrently; then exclusively. */
const MOST_RUNS = 6;

/** Milliseconds in which concurrent runs may begin. */
const LONGEST_BESIDE = 1_000;

/** Milliseconds. */
const SHORTEST_WAIT = 1;

/** How a store takes the lock of an exclusive transaction. */
interface ExclusiveLock {
  /** Whether an error says that the lock was not free in time. */
  isTaken(error: unknown): boolean;
  /** Milliseconds for which the lock is asked for in all. */
  readonly longestWait: number;
}

/**
 * Runs an exclusive transaction. Writers that come while its lock is waited for wait for it, too; so `run` waits for the lock no
 * longer than the limit that it gets, and then others have their turn. The waits get longer, so that the lock comes. `run` says when it has the
 * lock: from then on its errors are its own.
 */
export async function inExclusiveTurn<T>(
  { isTaken, longestWait }: ExclusiveLock,
  run: (waitMs: number, locked: () => void) => Promise<T>,
): Promise<T> {
  const begun = performance.now();
  for (let wait = SHORTEST_LOCK_WAIT; ; wait = Math.min(wait * 2, LONGEST_LOCK_WAIT)) {
    let isLocked = false;
    const locked = () => {
      isLocked = true;
    };
    try {
      return await run(wait, locked);
    } catch (error) {
      if (isLocked || !isTaken(error) || performance.now() - begun >= longestWait) throw error;
      await setTimeout((wait * (1 + Math.random())) / 4);
    }
  }
}

/** Milliseconds. */
const SHORTEST_LOCK_WAIT = 250;

/** Milliseconds; a server ends the transactions of a frozen process within that time. */
const LONGEST_LOCK_WAIT = 4_000;
