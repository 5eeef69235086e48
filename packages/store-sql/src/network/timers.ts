/** Time, handed in to what decides by it, so that tests need none of the real one. */
export interface Timers {
  /** Milliseconds, from any beginning. */
  now(): number;
  /** Calls back after so many milliseconds, unless the function that it returns is called before. */
  after(milliseconds: number, callback: () => void): () => void;
}

/** Those of this machine. What waits for one keeps no process alive by that. */
export const systemTimers: Timers = {
  now: () => performance.now(),
  after(milliseconds, callback) {
    const timer = setTimeout(callback, milliseconds).unref();
    return () => clearTimeout(timer);
  },
};
