import { defaultLimits, type Limits } from "./limits.ts";
import { RunFault } from "./run-fault.ts";
import { ENDLESS_TURN, type Turn } from "./turn.ts";

/** The budget of one request: what it spends on rows, items and characters, checked before anything is built. */
export class Meter {
  readonly limits: Limits;
  /** The request's share of the processor, for work that is done step by step. */
  readonly turn: Turn;
  readonly #clock: (() => number) | undefined;
  readonly #deadline: number;
  #spent = 0;
  #nextLook = TIME_CHECK;

  /** `clock` and `deadline` are in milliseconds; without a clock only fuel counts. */
  constructor(
    limits: Limits = defaultLimits,
    clock?: () => number,
    deadline = clock === undefined ? Number.POSITIVE_INFINITY : clock() + limits.milliseconds,
    turn = ENDLESS_TURN,
  ) {
    this.limits = limits;
    this.#clock = clock;
    this.#deadline = deadline;
    this.turn = turn;
  }

  /** A budget of its own with the same limits, which ends at the same instant as this one. */
  beside(): Meter {
    return new Meter(this.limits, this.#clock, this.#deadline, this.turn);
  }

  /** Steps taken so far. */
  get spent(): number {
    return this.#spent;
  }

  /** Milliseconds until the budget ends. */
  get remainingMilliseconds(): number {
    return this.#clock === undefined ? Number.POSITIVE_INFINITY : this.#deadline - this.#clock();
  }

  /** Gives back what was spent since `spent` was read, for work that is done once more. */
  rewind(spent: number): void {
    this.#spent = spent;
    this.#nextLook = spent + TIME_CHECK;
  }

  /** Takes `steps` off the budget: a row scanned, an item or a character read or built is one each. */
  spend(steps: number): void {
    this.#spent += steps;
    if (this.#spent < this.#nextLook) return;
    this.#nextLook = this.#spent + TIME_CHECK;
    if (this.#spent > this.limits.fuel) throw new RunFault("limit/fuel", { limit: this.limits.fuel });
    if (this.#clock !== undefined && this.#clock() > this.#deadline) {
      throw new RunFault("limit/time", { limit: this.limits.milliseconds });
    }
  }

  /** Asks leave to build a text of so many UTF-16 units; `cost` is less where a text only grows. */
  buildText(length: number, cost = length): void {
    if (length > this.limits.textLength)
      throw new RunFault("limit/text-length", { limit: this.limits.textLength });
    this.spend(cost);
  }

  /** Asks leave to build a list of so many items. */
  buildList(length: number): void {
    if (length > this.limits.listLength)
      throw new RunFault("limit/list-length", { limit: this.limits.listLength });
    this.spend(length);
  }
}

/** Steps between two looks at the clock and at the fuel limit. */
const TIME_CHECK = 4_096;
