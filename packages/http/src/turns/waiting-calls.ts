/** A call that waits for its next stretch. */
export interface WaitingCall {
  /** In the order in which calls came. */
  readonly number: number;
  /** Whether it has had so many stretches that it holds much. */
  readonly isLong: boolean;
  resume(): void;
}

/**
 * The calls of one key that wait for the processor. Short ones go on in the order in which they began to wait, and long
 * ones in the order in which they came: the first goes on until it is done, while the others hold no more than what they
 * read so far. The two kinds alternate.
 */
export class WaitingCalls {
  readonly #short: WaitingCall[] = [];
  readonly #long: WaitingCall[] = [];
  #wasShort = true;

  get isEmpty(): boolean {
    return this.#short.length === 0 && this.#long.length === 0;
  }

  add(call: WaitingCall): void {
    if (!call.isLong) {
      this.#short.push(call);
      return;
    }
    const later = this.#long.findIndex(({ number }) => number > call.number);
    this.#long.splice(later === -1 ? this.#long.length : later, 0, call);
  }

  takeNext(): WaitingCall | undefined {
    const isShort = this.#long.length === 0 || (!this.#wasShort && this.#short.length > 0);
    this.#wasShort = isShort;
    return isShort ? this.#short.shift() : this.#long.shift();
  }
}
