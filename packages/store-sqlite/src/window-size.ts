/**
 * How many slots of a table are searched at a stretch, so that it takes some milliseconds: told by how long the stretches
 * before took. What a statement costs however few rows it searches, such as reading another table once, is not made
 * less by smaller windows: it follows from what the rows cost.
 */
export class WindowSize {
  /** For the next stretch. */
  slots = FIRST;
  /** The most that one stretch has searched. */
  #most = FIRST;
  #last: { readonly slots: number; readonly milliseconds: number } | undefined;
  #fixed = 0;
  /** The next stretch is there to tell what rows cost, and is carried out in any case. */
  #isTrial = false;

  /**
   * For searching once more by the same statement, whose values and rows may be others: it begins with what the last search
   * came to, but for growth that was never tried. Other values may cost more, so it is bounded.
   */
  again(): WindowSize {
    const next = new WindowSize();
    next.slots = Math.max(SMALLEST, Math.min(this.slots, 2 * this.#most, LARGEST_FIRST));
    next.#most = this.#most;
    next.#fixed = this.#fixed;
    return next;
  }

  /** Milliseconds after which the next stretch is to stop by itself; the smallest one is carried out in any case. */
  get longest(): number {
    return this.slots <= SMALLEST || this.#isTrial ? Number.POSITIVE_INFINITY : LONGEST + 3 * this.#fixed;
  }

  /**
   * Rows that are handed on after a stretch, however fast a scan is: more where the statement has much to do before its
   * first row, which it does again in the next stretch.
   */
  get rows(): number {
    return ROWS_AT_ONCE * Math.min(MOST_PARTS, 1 + Math.floor(this.#fixed / AIM));
  }

  /** A stretch was stopped, and is to be begun again. */
  stopped(): void {
    this.#most = FIRST;
    this.slots = Math.max(SMALLEST, Math.floor(this.slots / 8));
  }

  /** A stretch took so long; `once` is what of it was known not to be for its rows. */
  took(slots: number, milliseconds: number, once = 0): void {
    this.#most = Math.max(this.#most, slots);
    const last = this.#last;
    if (last !== undefined && areApart(slots, last.slots)) {
      const each = (milliseconds - last.milliseconds) / (slots - last.slots);
      this.#fixed = Math.max(0, Math.min(milliseconds, milliseconds - Math.max(0, each) * slots));
    }
    this.#fixed = Math.max(this.#fixed, once);
    this.#last = { slots, milliseconds };
    const aim = Math.max(AIM, 4 * this.#fixed);
    const growth = this.#fixed > AIM ? GROWTH * GROWTH : GROWTH;
    const target = slots * (aim / Math.max(milliseconds - this.#fixed, 0.01));
    this.#isTrial = last === undefined && milliseconds - once > AIM;
    this.slots = this.#isTrial
      ? slots <= FEW
        ? 2 * slots
        : Math.floor(slots / APART)
      : Math.max(SMALLEST, Math.floor(Math.min(slots * growth, Math.max(slots / growth, target))));
  }
}

/** Whether the times of two stretches of so many slots tell what both cost in any case, and not what chance does. */
function areApart(one: number, other: number): boolean {
  const [fewer, more] = one < other ? [one, other] : [other, one];
  return more >= APART * fewer || (more <= 2 * FEW && more > fewer);
}

const APART = 3;

/** Slots that are dear, if they take a stretch. */
const FEW = 2;

const FIRST = 128;
const LARGEST_FIRST = 131_072;
const SMALLEST = 1;
const GROWTH = 8;

/** Rows. */
export const ROWS_AT_ONCE = 1_000;
const MOST_PARTS = 10;

/** Milliseconds. */
const AIM = 6;
const LONGEST = 12;
