import { systemTimers, type Timers } from "@tablewright/store-sql";
import type { PostgresDatabase } from "./database.ts";
import { PostgresError } from "./postgres-error.ts";

/**
 * Which reads a standby may answer: those of callers, where it is not too far behind and has what the caller has written in
 * this process. It is asked how far it is when a caller needs more than it was known to have, and else once a second while it
 * is read. Whatever is not certain is read from the primary.
 */
export class StandbyReads {
  readonly standby: PostgresDatabase;
  readonly #primary: PostgresDatabase;
  readonly #mostLag: number;
  readonly #timers: Timers;
  readonly #fresh: number;
  /** The positions in the log that callers have written up to; infinite until they are known. */
  readonly #written = new Map<string, number>();
  readonly #unplaced = new Set<string>();
  #isPlacing = false;
  /** Positions of the primary and when they were its last, the oldest first. */
  #samples: readonly Sample[] = [];
  #replayed = 0;
  #isUsable = false;
  #lookedAt = Number.NEGATIVE_INFINITY;
  #looking: Promise<void> | undefined;
  #follows: "primary" | "another" | undefined;

  constructor(
    standby: PostgresDatabase,
    primary: PostgresDatabase,
    mostLag = MOST_LAG,
    timers = systemTimers,
  ) {
    this.standby = standby;
    this.#primary = primary;
    this.#mostLag = mostLag;
    this.#timers = timers;
    this.#fresh = Math.min(FRESH, mostLag / 4);
  }

  /** Throws when the standby answers and follows another database. One that is away is looked for when it is needed. */
  async refuseForeign(): Promise<void> {
    await this.#look();
    if (this.#follows === "another")
      throw new PostgresError(
        `${this.standby.place} follows another database than the one whose reads it should answer.`,
      );
  }

  /** The database that a caller is to read. */
  async choose(caller: string): Promise<PostgresDatabase> {
    const needed = Math.max(this.#written.get(caller) ?? 0, this.#written.get(EVERYBODY) ?? 0);
    if (needed === Number.POSITIVE_INFINITY) return this.#primary;
    const isStale = this.#timers.now() - this.#lookedAt > this.#fresh;
    if (!this.#isUsable) {
      if (isStale) void this.#look();
      return this.#primary;
    }
    if (isStale || needed > this.#replayed) await this.#lookSoon();
    return this.#isUsable && needed <= this.#replayed ? this.standby : this.#primary;
  }

  /** A caller has committed something, without a name any of them: from now on they read what has it. */
  noteWrite(caller: string = EVERYBODY): void {
    const name = this.#written.has(caller) || this.#written.size < MOST_CALLERS ? caller : EVERYBODY;
    this.#written.set(name, Number.POSITIVE_INFINITY);
    this.#unplaced.add(name);
    void this.#place();
  }

  /** A read from the standby has failed. */
  noteLost(): void {
    this.#isUsable = false;
    this.#lookedAt = this.#timers.now();
  }

  /** Asks the primary up to where the writers have written; those who write meanwhile are asked for once more. */
  async #place(): Promise<void> {
    if (this.#isPlacing) return;
    this.#isPlacing = true;
    try {
      while (this.#unplaced.size > 0) {
        const names = [...this.#unplaced];
        this.#unplaced.clear();
        const position = await positionOf(this.#primary).catch(() => undefined);
        if (position === undefined) {
          for (const name of names) this.#unplaced.add(name);
          return; // until the next look
        }
        for (const name of names) if (!this.#unplaced.has(name)) this.#written.set(name, position);
      }
    } finally {
      this.#isPlacing = false;
    }
  }

  /** A standby that is slow to answer is not waited for. */
  async #lookSoon(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const stopWaiting = this.#timers.after(LONGEST_WAIT, () => {
      this.noteLost();
      resolve();
    });
    await Promise.race([this.#look(), promise]);
    stopWaiting();
  }

  #look(): Promise<void> {
    this.#looking ??= this.#lookNow().finally(() => {
      this.#looking = undefined;
    });
    return this.#looking;
  }

  async #lookNow(): Promise<void> {
    const begun = this.#timers.now();
    const [primary, standby] = await Promise.allSettled([positionOf(this.#primary), this.#stateOfStandby()]);
    this.#lookedAt = this.#timers.now();
    if (primary.status === "fulfilled") this.#sample(primary.value, begun);
    if (standby.status === "rejected" || standby.value === undefined) {
      this.#isUsable = false;
      return;
    }
    this.#replayed = standby.value;
    // While the primary is away nothing is written either.
    if (primary.status === "fulfilled") {
      const oldest = begun - this.#mostLag;
      this.#isUsable = this.#samples.some(({ position, at }) => at >= oldest && position <= this.#replayed);
    }
    for (const [name, position] of this.#written) if (position <= this.#replayed) this.#written.delete(name);
    void this.#place();
  }

  #sample(position: number, at: number): void {
    const last = this.#samples.at(-1);
    const isDense = last !== undefined && at - last.at < this.#mostLag / MOST_SAMPLES;
    const recent = this.#samples.filter((one) => at - one.at <= this.#mostLag);
    this.#samples = isDense ? recent : [...recent, { position, at }];
  }

  /** How far it has come; undefined for one that is no standby, or that of another database. */
  async #stateOfStandby(): Promise<number | undefined> {
    if (this.#follows !== "primary") {
      const [[own], [theirs]] = await Promise.all([
        this.#primary.askBeside(IDENTITY),
        this.standby.askBeside(IDENTITY),
      ]);
      this.#follows = own === theirs ? "primary" : "another";
      if (this.#follows === "another") return undefined;
    }
    const [isStandby, position] = await this.standby.askBeside(REPLAYED);
    return isStandby === 1 ? Number(position) : undefined;
  }
}

interface Sample {
  readonly position: number;
  readonly at: number;
}

async function positionOf(primary: PostgresDatabase): Promise<number> {
  const [position] = await primary.askBeside(WRITTEN);
  return Number(position);
}

/** Bytes of the log. */
const WRITTEN = "select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')";
const REPLAYED = "select pg_is_in_recovery(), pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')";
const IDENTITY = "select system_identifier::text from pg_control_system()";

/** Those who need what was written by a caller without a name, or by one too many. */
const EVERYBODY = "";

/** Callers whose positions are held; those beyond count as one. */
export const MOST_CALLERS = 10_000;

const MOST_SAMPLES = 40;

/** Milliseconds for which it is believed how far the standby is. */
const FRESH = 1_000;

/** Milliseconds that a read waits for the standby to say how far it is. */
const LONGEST_WAIT = 100;

/** Milliseconds. */
const MOST_LAG = 10_000;
