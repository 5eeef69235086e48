import { setTimeout } from "node:timers/promises";
import type { WriteUse } from "@tablewright/core/storage";
import { NeedsToBeAlone } from "./needs-to-be-alone.ts";

/**
 * Carries out a write beside others, again where they were in each other's way, and alone when that goes on: so it ends. One
 * that cannot be run twice is alone at once. `isConflict` says of an error that it came from others.
 */
export async function repeatWrite<T>(
  run: (isAlone: boolean) => Promise<T>,
  { alone = false, once = false }: WriteUse,
  isConflict: (error: unknown) => boolean,
): Promise<T> {
  const begun = performance.now();
  const mayRepeat = !alone && !once;
  for (let runs = 1; mayRepeat && runs <= MOST_RUNS && performance.now() - begun < PATIENCE; runs++) {
    try {
      return await run(false);
    } catch (error) {
      if (error instanceof NeedsToBeAlone) break;
      if (!isConflict(error)) throw error;
      // Those that met come again at different times.
      await setTimeout(Math.random() * SHORTEST_WAIT * 2 ** runs);
    }
  }
  return run(true);
}

/** Beside others; then one alone. */
const MOST_RUNS = 6;

/** Milliseconds in which runs beside others may begin. */
const PATIENCE = 1_000;

/** Milliseconds. */
const SHORTEST_WAIT = 1;
