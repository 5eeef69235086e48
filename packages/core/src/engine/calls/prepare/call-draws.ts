import type { Services } from "../services.ts";

/** What a run of a call's work takes from outside. */
export type Draws = Pick<Services, "random" | "newId">;

/** What the work of one call takes from outside: every run of it is given the same, in the same order. */
export class CallDraws {
  /** When the call began, in milliseconds since 1970-01-01T00:00:00Z. */
  readonly startedAt: number;
  readonly #numbers: () => () => number;
  readonly #ids: () => () => string;

  constructor(services: Services) {
    this.startedAt = services.now();
    this.#numbers = recorded(() => services.random());
    this.#ids = recorded(() => services.newId());
  }

  /** The draws of one run, from the first on. */
  begin(): Draws {
    return { random: this.#numbers(), newId: this.#ids() };
  }
}

/** Each call of the answer begins at the first draw; what was not drawn before is drawn now. */
function recorded<T>(draw: () => T): () => () => T {
  const drawn: T[] = [];
  return () => {
    let at = 0;
    return () => {
      if (at === drawn.length) drawn.push(draw());
      return drawn[at++] as T;
    };
  };
}
