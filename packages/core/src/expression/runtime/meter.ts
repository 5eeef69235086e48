import { EvaluationError } from "./evaluation-error.ts";
import { ENDLESS_SLICE, type TimeSlice } from "./time-slice.ts";

/** The budget of one request: what it spends on rows, items and characters, checked before anything is built. */
export class Meter {
  readonly limits: Limits;
  /** When the request should let others work, for work that can pause. */
  readonly timeSlice: TimeSlice;
  /** Whether others wait while this request works. */
  readonly isShared: boolean;
  readonly #clock: (() => number) | undefined;
  readonly #deadline: Deadline;
  #spent = 0;
  #nextCheck: number;
  #nextAsk = ASK;
  #items = 0;

  /** `clock` is in milliseconds; without one only fuel counts. */
  constructor(
    limits: Limits = defaultLimits,
    clock?: () => number,
    deadline: Deadline = {
      at: clock === undefined ? Number.POSITIVE_INFINITY : clock() + limits.milliseconds,
    },
    timeSlice: TimeSlice = ENDLESS_SLICE,
  ) {
    this.limits = limits;
    this.#clock = clock;
    this.#deadline = deadline;
    this.timeSlice = timeSlice;
    this.isShared = timeSlice !== ENDLESS_SLICE;
    this.#nextCheck = this.#checkAfter(0);
  }

  /** A budget of its own with the same limits, which ends at the same instant as this one. */
  beside(): Meter {
    return new Meter(this.limits, this.#clock, this.#deadline, this.timeSlice);
  }

  /** Whether work that can pause should do so now: to be asked before each item, it asks the time slice after so many items or steps. */
  get isPauseDue(): boolean {
    if (this.#spent < this.#nextAsk && ++this.#items < ASK) return false;
    this.#nextAsk = this.#spent + ASK;
    this.#items = 0;
    return this.timeSlice.isOver;
  }

  /** Lets others work. */
  pause(): Promise<void> {
    return this.waitFor(() => this.timeSlice.pause());
  }

  /** Lets others work if the time slice is over, between two steps of a loop. */
  async giveWay(): Promise<void> {
    if (this.timeSlice.isOver) await this.pause();
  }

  /** The result of `work`, which waits for others. What that takes is no time of this request, nor of a parallel budget. */
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
    this.#spent = spent;
    this.#nextCheck = this.#checkAfter(spent);
    this.#nextAsk = spent;
  }

  /** Takes `steps` off the budget: a row scanned, an item or a character read or built is one each. */
  spend(steps: number): void {
    this.#spent += steps;
    if (this.#spent >= this.#nextCheck) this.#check();
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

  #check(): void {
    this.#nextCheck = this.#checkAfter(this.#spent);
    if (this.#spent > this.limits.fuel) throw new EvaluationError("limit/fuel", { limit: this.limits.fuel });
    if (this.#clock !== undefined && this.#clock() > this.#deadline.at)
      throw new EvaluationError("limit/time", { limit: this.limits.milliseconds });
  }

  /** The clock is read at intervals; the fuel limit is exact. */
  #checkAfter(spent: number): number {
    return Math.min(spent + TIME_CHECK, this.limits.fuel + 1);
  }
}

/** When the time of a request ends, which the budgets of one request have in common. */
interface Deadline {
  at: number;
}

/** Steps, or items that are not charged, between two looks at the time slice. */
const ASK = 64;

/** Steps between two looks at the clock. */
const TIME_CHECK = 4_096;

/** The texts with a separator between them, built only once the meter has allowed its length. A blank is an empty text. */
export function joinTexts(texts: readonly (string | null)[], separator: string, meter: Meter): string {
  let length = separator.length * Math.max(0, texts.length - 1);
  for (const text of texts) length += text === null ? 0 : text.length;
  meter.buildText(length);
  return texts.join(separator);
}

/**
 * A text made from `source` character by character. Its length is known only once it is there, at most a few times that
 * of `source`; where it has grown it is charged and checked against the limit.
 */
export function chargeGrowth(text: string, source: string, meter: Meter): string {
  if (text.length > source.length) meter.buildText(text.length);
  return text;
}

/** How large an expression may be and how much a request may spend on evaluating. */
export interface Limits {
  /** UTF-16 units of one expression. */
  readonly expressionLength: number;
  /** Brackets, signs and powers within one another. */
  readonly nesting: number;
  /** Values, columns, calls and signs of one expression. */
  readonly nodes: number;
  readonly arguments: number;
  /** Steps per request: rows scanned, items and characters read or built. */
  readonly fuel: number;
  /** Milliseconds per request, counted only where a clock is handed in. */
  readonly milliseconds: number;
  /** UTF-16 units of a text built by an expression. */
  readonly textLength: number;
  readonly listLength: number;
}

/** The limits on what a request spends on evaluating; the others hold when an expression is read. */
export type RequestLimits = Pick<Limits, "fuel" | "milliseconds" | "textLength" | "listLength">;

/** The limits of an evaluation that names none. */
export const defaultLimits: Limits = {
  expressionLength: 65_536,
  nesting: 128,
  nodes: 10_000,
  arguments: 1_000,
  fuel: 5_000_000,
  milliseconds: 2_000,
  textLength: 1_048_576,
  listLength: 100_000,
};

/** The matches of a built-in pattern, which reads a text in linear time: one step a character. */
export function* matchesOf(text: string, pattern: RegExp, meter: Meter): Generator<string> {
  meter.spend(text.length);
  for (const [match] of text.matchAll(pattern)) yield match;
}
