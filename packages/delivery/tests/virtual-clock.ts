/** Time that passes when a test says so. */
import type { Clock } from "../src/index.ts";

export interface VirtualClock extends Clock {
  /** Wakes the sleepers that are due on the way, those of the same time together. */
  advance(milliseconds: number): Promise<void>;
  /** Sets the clock of the wall alone; sleepers sleep on as long as they were to. */
  setBack(milliseconds: number): void;
}

/** `isBusy` tells of work under way that waits for no clock. */
export function virtualClock(isBusy: () => boolean): VirtualClock {
  const start = Date.UTC(2026, 10, 22);
  let elapsed = 0;
  let offset = start;
  /** Lets everything go on that waits for no clock. */
  const quiet = async () => {
    for (let rounds = 0; rounds < 3; rounds++) {
      await new Promise((resolve) => setImmediate(resolve));
      if (isBusy()) rounds = 0;
    }
  };
  const sleepers = new Map<() => void, number>();
  return {
    now: () => offset + elapsed,
    sleep: (milliseconds, signal) =>
      new Promise((resolve) => {
        if (signal.aborted) return resolve();
        const wake = () => {
          sleepers.delete(wake);
          signal.removeEventListener("abort", wake);
          resolve();
        };
        sleepers.set(wake, elapsed + milliseconds);
        signal.addEventListener("abort", wake);
      }),
    async advance(milliseconds) {
      const end = elapsed + milliseconds;
      await quiet();
      for (;;) {
        const next = Math.min(...sleepers.values());
        if (next > end) break;
        elapsed = Math.max(elapsed, next);
        for (const [wake, due] of [...sleepers]) if (due <= elapsed) wake();
        await quiet();
      }
      elapsed = end;
    },
    setBack(milliseconds) {
      offset -= milliseconds;
    },
  };
}
