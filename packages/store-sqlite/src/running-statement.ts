import { defaultLimits } from "@tablewright/core/expression";
import { EvaluationError, Meter } from "@tablewright/core/storage";
import type { Budgets } from "@tablewright/store-sql";

/**
 * What the functions of a connection share with the caller who runs a statement on it. They are called from within SQLite, which
 * nothing else interrupts: so they look at the request's budget, and at how long the event loop has been held.
 */
export class RunningStatement {
  /** The budget of the request that the statement is for. */
  meter = NOBODY;
  /** That of its security filters. */
  filterMeter = NOBODY;
  /** What our functions spend on texts and sums, which the evaluator spends on none of its own. */
  #work = NOBODY;
  #heldUntil = Number.POSITIVE_INFINITY;
  #unseen = 0;
  /** Likewise, but counted separately: a function that always follows another would never be the one that looks. */
  #unseenOnce = 0;
  #isMetered = false;
  #begun = 0;
  /** How many of the statement's searches can be carried out apart; numbers go from 1. */
  #searchesApart = 0;
  /** Whether the statement is such a search itself. */
  #isSearch = false;
  #searching = 0;
  #searchingSince = 0;
  /** Milliseconds of searches that run once, whatever the rows of the statement. */
  once = 0;
  #thrown: unknown;

  /**
   * A statement begins; it stops with `HELD_TOO_LONG` when it is still searching at `heldUntil`, in milliseconds, and with a
   * `LongSearch` when one of those of its searches that can be carried out apart takes long.
   */
  begin(
    { meter, filterMeter }: Budgets,
    heldUntil = Number.POSITIVE_INFINITY,
    { apart = 0, isSearch = false }: { readonly apart?: number; readonly isSearch?: boolean } = {},
  ): void {
    this.#searchesApart = apart;
    this.#isSearch = isSearch;
    this.#searching = 0;
    this.meter = meter;
    this.filterMeter = filterMeter;
    this.#work = meter.beside();
    this.#heldUntil = heldUntil;
    this.#unseen = this.#unseenOnce = 0;
    this.#isMetered = true;
    this.#begun = performance.now();
    this.once = 0;
  }

  /**
   * What is run from now on is for no request, such as the folds that an index holds of a row that is written. The budgets
   * are let go: what a request has loaded stays in memory as long as its budget does.
   */
  end(): void {
    this.#isMetered = false;
    this.meter = this.filterMeter = this.#work = NOBODY;
  }

  /** The budget for texts that are built. */
  get work(): Meter {
    return this.#work;
  }

  /** Work of a size that a call of a function takes at least once; every so often the time is looked at. */
  tick(size: number): void {
    this.#unseen += size;
    if (this.#unseen < LONGEST_UNSEEN || !this.#isMetered) return;
    this.#unseen = 0;
    this.#refuseOverTime();
    if (performance.now() > this.#heldUntil) throw HELD_TOO_LONG;
  }

  /**
   * A row of the search of a number. What would be done again if the statement stopped does not count as held, but where the
   * statement is that search.
   */
  tickOnce(number: number): void {
    if (this.#isSearch && number === 0) {
      this.tick(1);
      return;
    }
    this.#unseenOnce++;
    if (this.#unseenOnce < LONGEST_UNSEEN || !this.#isMetered) return;
    this.#unseenOnce = 0;
    this.#refuseOverTime();
    const now = performance.now();
    if (number !== this.#searching) {
      this.#searching = number;
      this.#searchingSince = now;
    } else if (number > 0 && number <= this.#searchesApart && now - this.#searchingSince > LONGEST_SEARCH)
      throw new LongSearch(number);
    const spent = now - this.#begun;
    this.#heldUntil += spent - this.once;
    this.once = spent;
  }

  #refuseOverTime(): void {
    if (this.#work.remainingMilliseconds >= 0) return;
    throw new EvaluationError("limit/time", { limit: this.#work.limits.milliseconds });
  }

  /** A text of so many characters is read, or a value kept. */
  read(characters: number): void {
    const steps = Math.floor(characters / CHARACTERS_PER_STEP);
    if (steps > 0 && this.#isMetered) this.#work.spend(steps);
    this.tick(1 + steps);
  }

  /** Remembers what a function throws. */
  watched<Values extends readonly unknown[], Answer>(
    evaluate: (...values: Values) => Answer,
  ): (...values: Values) => Answer {
    return (...values) => {
      try {
        return evaluate(...values);
      } catch (error) {
        this.#thrown = error;
        throw error;
      }
    };
  }

  /**
   * What a function threw. During an aggregate under way node:sqlite forgets it, and answers as if there had been nothing.
   */
  takeThrown(): unknown {
    const taken = this.#thrown;
    this.#thrown = undefined;
    return taken;
  }
}

/** The budget of what is for no request. */
const NOBODY = new Meter({ ...defaultLimits, fuel: Number.POSITIVE_INFINITY });

/** Thrown through SQLite by a statement that others wait for; it has changed nothing and is run again in parts. */
export const HELD_TOO_LONG = new Error("The statement holds the event loop for too long.");

/** Thrown likewise by a statement one of whose searches, by its number, takes long and can be carried out apart. */
export class LongSearch extends Error {
  readonly number: number;

  constructor(number: number) {
    super("A search inside the statement takes long.");
    this.number = number;
  }
}

/** Milliseconds. */
const LONGEST_SEARCH = 10;

/** A step of the budget takes some nanoseconds, and folding a character a fraction of one. */
const CHARACTERS_PER_STEP = 64;

/** Some tens of microseconds. */
const LONGEST_UNSEEN = 256;
