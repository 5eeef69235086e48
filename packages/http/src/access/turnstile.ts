/** Lets so many through at a time; further ones wait their turn, in order, as long as there is room to wait. */
export interface Turnstile {
  /** Runs `work` at its turn; undefined when there is no room to wait. */
  pass<T>(work: () => Promise<T>): Promise<T> | undefined;
}

export function createTurnstile(atOnce: number, waiting: number): Turnstile {
  let inside = 0;
  const queue: (() => void)[] = [];

  async function passInTurn<T>(work: () => Promise<T>): Promise<T> {
    if (inside < atOnce) inside++;
    else await new Promise<void>((resolve) => queue.push(resolve));
    try {
      return await work();
    } finally {
      const next = queue.shift();
      if (next === undefined) inside--;
      else next(); // the place goes straight to the next one
    }
  }

  return {
    pass: (work) => (inside >= atOnce && queue.length >= waiting ? undefined : passInTurn(work)),
  };
}
