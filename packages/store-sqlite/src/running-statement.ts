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
  #isMetered = false;
  #thrown: unknown;

  /** A statement begins; it stops with `HELD_TOO_LONG` when it is still searching at `heldUntil`, in milliseconds. */
  begin({ meter, filterMeter }: Budgets, heldUntil: number): void {
    this.meter = meter;
    this.filterMeter = filterMeter;
    this.#work = meter.beside();
    this.#heldUntil = heldUntil;
    this.#unseen = 0;
    this.#isMetered = true;
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
    const { remainingMilliseconds, limits } = this.#work;
    if (remainingMilliseconds < 0) throw new EvaluationError("limit/time", { limit: limits.milliseconds });
    if (performance.now() > this.#heldUntil) throw HELD_TOO_LONG;
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

/** A step of the budget takes some nanoseconds, and folding a character a fraction of one. */
const CHARACTERS_PER_STEP = 64;

/** Some tens of microseconds. */
const LONGEST_UNSEEN = 256;

/**
 * What a statement has spent of its budgets. What is done once more, because it held others up, is given back before: how
 * fast a computer is decides nothing about what a call spends.
 */
export class Spending {
  readonly #budgets: Budgets;
  #spent = 0;
  #spentOfFilters = 0;

  constructor(budgets: Budgets) {
    this.#budgets = budgets;
    this.keep();
  }

  /** What was spent until now stays spent. */
  keep(): void {
    this.#spent = this.#budgets.meter.spent;
    this.#spentOfFilters = this.#budgets.filterMeter.spent;
  }

  /** Gives back what was spent after that. */
  giveBack(): void {
    rewind(this.#budgets.meter, this.#spent);
    rewind(this.#budgets.filterMeter, this.#spentOfFilters);
  }
}

function rewind(meter: Meter, spent: number): void {
  if (meter.spent !== spent) meter.rewind(spent);
}
