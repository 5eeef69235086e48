import { EvaluationError } from "./evaluation-error.ts";
import { INTERRUPTED } from "./interrupted.ts";
import { defaultLimits, type Limits } from "./limits.ts";
import { ENDLESS_TURN, type Turn } from "./turn.ts";

/** The budget of one request: what it spends on rows, items and characters, checked before anything is built. */
export class Meter {
  readonly limits: Limits;
  /** The request's share of the processor, for work that is done step by step. */
  readonly turn: Turn;
  /** Whether others wait while this request works: evaluations are then tried at a stretch and else done in steps. */
  readonly isShared: boolean;
  readonly #clock: (() => number) | undefined;
  readonly #deadline: Deadline;
  #spent = 0;
  #nextLook: number;
  #nextCheck = TIME_CHECK;
  #nextAsk = 0;
  #isAttempt = false;
  #attempt: { isGivenUp: boolean } | undefined;
  /** What the budget goes back to when the attempt is given up. */
  #attemptSpent = 0;
  #attemptNextCheck = 0;

  /** `clock` is in milliseconds; without one only fuel counts. */
  constructor(
    limits: Limits = defaultLimits,
    clock?: () => number,
    deadline: Deadline = {
      at: clock === undefined ? Number.POSITIVE_INFINITY : clock() + limits.milliseconds,
    },
    turn: Turn = ENDLESS_TURN,
  ) {
    this.limits = limits;
    this.#clock = clock;
    this.#deadline = deadline;
    this.turn = turn;
    this.isShared = turn !== ENDLESS_TURN;
    this.#nextLook = this.isShared ? ASK : TIME_CHECK;
  }

  /** A budget of its own with the same limits, which ends at the same instant as this one. */
  beside(): Meter {
    return new Meter(this.limits, this.#clock, this.#deadline, this.turn);
  }

  /** Whether work that can pause should do so now: asks the turn, but not at every step. */
  get isPauseDue(): boolean {
    if (this.#spent < this.#nextAsk) return false;
    this.#nextAsk = this.#spent + ASK;
    return this.turn.isOver;
  }

  /** Lets others work. */
  pause(): Promise<void> {
    return this.waitFor(() => this.turn.pause());
  }

  /** The result of `work`, which waits for others. What that takes is no time of this request, nor of a budget beside it. */
  async waitFor<T>(work: () => Promise<T> | T): Promise<T> {
    if (this.#clock === undefined) return work();
    const since = this.#clock();
    try {
      return await work();
    } finally {
      this.#deadline.at += this.#clock() - since;
    }
  }

  /** Whether time counts, and not only fuel. */
  get isTimed(): boolean {
    return this.#clock !== undefined;
  }

  /** Steps taken so far. */
  get spent(): number {
    return this.#spent;
  }

  /** Milliseconds until the budget ends. */
  get remainingMilliseconds(): number {
    return this.#clock === undefined ? Number.POSITIVE_INFINITY : this.#deadline.at - this.#clock();
  }

  /** Gives back what was spent since `spent` was read, for work that is done once more. */
  rewind(spent: number): void {
    this.#restore(spent, spent + TIME_CHECK);
  }

  /** From here on the end of the turn throws `Interrupted`: what follows cannot pause, but can be done once more. */
  beginAttempt(): void {
    this.#isAttempt = true;
    this.#attempt = undefined;
    this.#attemptSpent = this.#spent;
    this.#attemptNextCheck = this.#nextCheck;
  }

  /** The attempt that is under way; it tells whether it was given up. */
  get attempt(): { readonly isGivenUp: boolean } | undefined {
    if (this.#isAttempt) this.#attempt ??= { isGivenUp: false };
    return this.#isAttempt ? this.#attempt : undefined;
  }

  /** Said before long work that can pause in steps: an attempt at it is interrupted here. */
  interruptAttempt(): void {
    if (this.#isAttempt) throw INTERRUPTED;
  }

  /** Ends an attempt, which keeps what it has spent. */
  endAttempt(): void {
    this.#isAttempt = false;
  }

  /** Ends an attempt that was interrupted, as if it had never been; answers how many steps are taken back. */
  giveUpAttempt(): number {
    if (!this.#isAttempt) return 0;
    const takenBack = this.#spent - this.#attemptSpent;
    this.#restore(this.#attemptSpent, this.#attemptNextCheck);
    this.#isAttempt = false;
    if (this.#attempt !== undefined) this.#attempt.isGivenUp = true;
    return takenBack;
  }

  /** Takes `steps` off the budget: a row scanned, an item or a character read or built is one each. */
  spend(steps: number): void {
    this.#spent += steps;
    if (this.#spent >= this.#nextLook) this.#look();
  }

  /** Asks leave to build a text of so many UTF-16 units; `cost` is less where a text only grows. */
  buildText(length: number, cost = length): void {
    if (length > this.limits.textLength)
      throw new EvaluationError("limit/text-length", { limit: this.limits.textLength });
    this.spend(cost);
  }

  /** Asks leave to build a list of so many items. */
  buildList(length: number): void {
    if (length > this.limits.listLength)
      throw new EvaluationError("limit/list-length", { limit: this.limits.listLength });
    this.spend(length);
  }

  /** Fuel and time are checked at the same steps however often the request is interrupted. */
  #look(): void {
    if (this.#spent >= this.#nextCheck) {
      this.#nextCheck = this.#spent + TIME_CHECK;
      if (this.#spent > this.limits.fuel)
        throw new EvaluationError("limit/fuel", { limit: this.limits.fuel });
      if (this.#clock !== undefined && this.#clock() > this.#deadline.at) {
        throw new EvaluationError("limit/time", { limit: this.limits.milliseconds });
      }
    }
    this.#nextLook = this.#lookAfter(this.#spent);
    if (this.#isAttempt && this.turn.isOver) throw INTERRUPTED;
  }

  #restore(spent: number, nextCheck: number): void {
    this.#spent = spent;
    this.#nextCheck = nextCheck;
    this.#nextLook = this.#lookAfter(spent);
    this.#nextAsk = spent;
  }

  #lookAfter(spent: number): number {
    return this.isShared ? Math.min(spent + ASK, this.#nextCheck) : this.#nextCheck;
  }
}

/** When the time of a request ends, which the budgets of one request have in common. */
interface Deadline {
  at: number;
}

/** Steps between two questions whether the turn is over. */
const ASK = 64;

/** Steps between two looks at the clock and at the fuel limit. */
const TIME_CHECK = 4_096;
