/** Lets so many work at the same time; the others wait in the order they came in. */
export class Lane {
  readonly #most: number;
  readonly #waiting: (() => void)[] = [];
  #inside = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** Settles when there is room; each caller who enters leaves, once. */
  async enter(): Promise<void> {
    if (this.#inside < this.#most) {
      this.#inside++;
      return;
    }
    await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  /** Makes room for the next one. */
  leave(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#inside--;
    else next();
  }
}
