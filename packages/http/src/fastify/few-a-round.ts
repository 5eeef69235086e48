/**
 * Carries out what many connections may need at the same moment, such as when they all end: some of it in each round of the event
 * loop, so that others are served between. What comes first is done first, and at once as long as little was done in the round.
 */
export class FewARound {
  readonly #waiting: (() => void)[] = [];
  #left = MOST_A_ROUND;
  #isGoing = false;

  do(work: () => void): void {
    if (this.#waiting.length > 0 || this.#left === 0) this.#waiting.push(work);
    else {
      this.#left--;
      work();
    }
    this.#goOn();
  }

  #goOn(): void {
    if (this.#isGoing) return;
    this.#isGoing = true;
    setImmediate(() => {
      this.#isGoing = false;
      this.#left = MOST_A_ROUND;
      for (const work of this.#waiting.splice(0, MOST_A_ROUND)) {
        this.#left--;
        work();
      }
      if (this.#waiting.length > 0) this.#goOn();
    });
  }
}

/** Each takes a tenth of a millisecond. */
const MOST_A_ROUND = 32;
