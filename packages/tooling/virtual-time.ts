/** Time and rounds of the event loop in the hands of a test. */

/** A clock that goes on only when a test says so. What takes a clock or timers handed in takes it. */
export interface VirtualClock {
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  now(): number;
  /** Calls back when so many milliseconds have passed, unless the function that it returns is called before. */
  after(milliseconds: number, callback: () => void): () => void;
  /** Resolves when so many milliseconds have passed, or as soon as the signal is aborted. */
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
  /** Calls back all that is due on the way, at its time, and lets everything go on that waits for no clock. */
  advance(milliseconds: number): Promise<void>;
  /** Lets time pass until `work` has settled, and answers what it came to. */
  until<T>(work: Promise<T>): Promise<T>;
  /** Sets only the clock of the wall; what sleeps sleeps on as long as it was to. */
  setBack(milliseconds: number): void;
}

/** `isBusy` is whether work is under way that waits for no clock, such as an answer of a server. */
export function virtualClock(isBusy: () => boolean = () => false): VirtualClock {
  let elapsed = 0;
  let offset = Date.UTC(2026, 10, 22);
  const due = new Map<() => void, number>();
  const quiet = async () => {
    for (let rounds = 0; rounds < 3; rounds++) {
      await settle();
      if (isBusy()) rounds = 0;
    }
  };
  const after: VirtualClock["after"] = (milliseconds, callback) => {
    const call = () => {
      due.delete(call);
      callback();
    };
    due.set(call, elapsed + milliseconds);
    return () => void due.delete(call);
  };
  const advance: VirtualClock["advance"] = async (milliseconds) => {
    const end = elapsed + milliseconds;
    await quiet();
    for (;;) {
      const next = Math.min(...due.values());
      if (next > end) break;
      elapsed = Math.max(elapsed, next);
      for (const [call, at] of [...due]) if (at <= elapsed && due.has(call)) call();
      await quiet();
    }
    elapsed = end;
  };
  return {
    now: () => offset + elapsed,
    after,
    sleep: (milliseconds, signal) =>
      new Promise((resolve) => {
        if (signal.aborted) return resolve();
        const wake = () => {
          cancel();
          signal.removeEventListener("abort", wake);
          resolve();
        };
        const cancel = after(milliseconds, wake);
        signal.addEventListener("abort", wake);
      }),
    advance,
    async until(work) {
      let isSettled = false;
      const settled = () => {
        isSettled = true;
      };
      work.then(settled, settled);
      for (await quiet(); !isSettled; ) await advance(1);
      return work;
    },
    setBack(milliseconds) {
      offset -= milliseconds;
    },
  };
}

/** An event loop and its clock: time passes when it is spent, rounds go by when they are asked for. */
export class EventLoop {
  /** Milliseconds. */
  time = 0;
  #callbacks: (() => void)[] = [];

  readonly now = (): number => this.time;
  readonly later = (callback: () => void): void => void this.#callbacks.push(callback);

  /** What was put off is called, each with all that follows from it at once. */
  async goRound(): Promise<void> {
    for (const callback of this.#callbacks.splice(0)) {
      callback();
      await settle();
    }
  }

  /** Goes round until there is nothing more to do. */
  async goOn(): Promise<void> {
    await settle();
    while (this.#callbacks.length > 0) await this.goRound();
  }
}

/** Everything that needs no more than promises is done. */
export async function settle(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}
