/** Asks a database whether it answers. Those who ask at the same time are answered together. */
export abstract class HealthCheck {
  #asking: Promise<void> | undefined;

  /** Rejects when the database does not answer now. */
  ask(): Promise<void> {
    this.#asking ??= this.look().finally(() => {
      this.#asking = undefined;
    });
    return this.#asking;
  }

  /** Asks once, on a connection of its own, so that calls under way neither delay the answer nor change it. */
  protected abstract look(): Promise<void>;
}

/** Milliseconds for a connection, and as many for the answer. */
export const LONGEST_CHECK = 1_500;
