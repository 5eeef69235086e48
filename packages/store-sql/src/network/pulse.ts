/**
 * Notices that a database has stopped answering although no connection breaks, as when its machine stands still. Who has
 * waited for a while makes it ask on a connection apart; when that is not answered either, all who wait are rejected, and
 * others are only let in when it answers again.
 */
export class Pulse {
  readonly #ask: () => Promise<void>;
  readonly #away: () => Error;
  readonly #waiting = new Set<Waiting>();
  /** When it was found last that the database does not answer. */
  #awaySince: number | undefined;
  readonly #timers: Timers;
  /** While it is to look. */
  #stopLooking: (() => void) | undefined;

  /** `ask` rejects, within a second or two, when the database does not answer; `away` is what callers get then. */
  constructor(ask: () => Promise<void>, away: () => Error, timers = systemTimers) {
    this.#ask = ask;
    this.#away = away;
    this.#timers = timers;
  }

  /**
   * Settles when the database is thought to answer; rejects when it still does not. Of many who come one after the other
   * a few ask, so that none waits for all of those before.
   */
  async ready(): Promise<void> {
    if (this.#awaySince === undefined) return;
    if (this.#timers.now() - this.#awaySince < FRESH) throw this.#away();
    try {
      await this.#ask();
      this.#awaySince = undefined;
    } catch {
      this.#awaySince = this.#timers.now();
      throw this.#away();
    }
  }

  /** What `work` comes to, unless the database stops answering before. */
  watch<T>(work: Promise<T>): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const waiting = { since: this.#timers.now(), reject };
    this.#waiting.add(waiting);
    this.#stopLooking ??= this.#lookIn(SILENCE);
    work.then(resolve, reject).finally(() => this.#waiting.delete(waiting));
    return promise;
  }

  /** Looks no more; what is waited for goes on. */
  close(): void {
    this.#stopLooking?.();
    this.#waiting.clear();
  }

  #lookIn(milliseconds: number): () => void {
    return this.#timers.after(milliseconds, () => this.#look());
  }

  async #look(): Promise<void> {
    const [oldest] = this.#waiting;
    const left = oldest === undefined ? 0 : oldest.since + SILENCE - this.#timers.now();
    if (oldest !== undefined && left <= 0 && !(await this.#answers())) this.#giveUp();
    this.#stopLooking = this.#waiting.size === 0 ? undefined : this.#lookIn(left > 0 ? left : SILENCE);
  }

  /** Asked twice: an answer may be late because this process had no time to take it. */
  async #answers(): Promise<boolean> {
    for (let attempt = 1; attempt <= 2; attempt++) {
      const isAnswered = await this.#ask().then(
        () => true,
        () => false,
      );
      if (isAnswered) return true;
    }
    return false;
  }

  #giveUp(): void {
    this.#awaySince = this.#timers.now();
    const all = [...this.#waiting];
    this.#waiting.clear();
    for (const { reject } of all) reject(this.#away());
  }
}

interface Waiting {
  readonly since: number;
  readonly reject: (error: Error) => void;
}

/** Milliseconds for which it is believed that the database is away. */
const FRESH = 1_000;

/** Milliseconds that an answer may take before the database is asked whether it is there; with asking, less than five seconds. */
const SILENCE = 800;

/** Asks a database whether it answers. Those who ask at the same time are answered together. */
export abstract class HealthCheck {
  #asking: Promise<void> | undefined;

  /** Rejects when the database does not answer now. */
  ask(): Promise<void> {
    this.#asking ??= this.look().finally(() => {
      this.#asking = undefined;
    });
    return this.#asking;
  }

  /** Asks once, on a connection of its own, so that calls under way neither delay the answer nor change it. */
  protected abstract look(): Promise<void>;
}

/** Milliseconds for a connection, and as many for the answer. */
export const LONGEST_CHECK = 1_500;

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
