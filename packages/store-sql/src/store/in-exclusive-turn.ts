import { setTimeout } from "node:timers/promises";

/** How a store takes the lock of a transaction that is alone. */
export interface ExclusiveLock {
  /** Whether an error says that the lock was not free in time. */
  isTaken(error: unknown): boolean;
  /** Milliseconds for which the lock is asked for in all. */
  readonly patience: number;
}

/**
 * Runs a transaction that is alone. Writers that come while its lock is waited for wait for it, too; so `run` waits for the lock no
 * longer than it is told, and then others have their turn. The waits get longer, so that the lock comes. `run` says when it has the
 * lock: from then on its errors are its own.
 */
export async function inExclusiveTurn<T>(
  { isTaken, patience }: ExclusiveLock,
  run: (waitMs: number, locked: () => void) => Promise<T>,
): Promise<T> {
  const begun = performance.now();
  for (let wait = SHORTEST_WAIT; ; wait = Math.min(wait * 2, LONGEST_WAIT)) {
    let isLocked = false;
    const locked = () => {
      isLocked = true;
    };
    try {
      return await run(wait, locked);
    } catch (error) {
      if (isLocked || !isTaken(error) || performance.now() - begun >= patience) throw error;
      await setTimeout((wait * (1 + Math.random())) / 4);
    }
  }
}

/** Milliseconds. */
const SHORTEST_WAIT = 250;

/** Milliseconds; a server ends the transactions of a frozen process within that time. */
const LONGEST_WAIT = 4_000;
