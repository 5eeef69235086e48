import { setTimeout } from "node:timers/promises";
import type { WriteUse } from "@tablewright/core/storage";
import { NeedsToBeAlone } from "./needs-to-be-alone.ts";

/** What a store says of writes that met. */
export interface Meetings {
  /** Whether an error came from others. */
  isConflict(error: unknown): boolean;
  /** How often a write may be alone; more than once where being alone holds off only those that use the same server. */
  readonly runsAlone?: number;
  /** Has all runs that are alone carried out while others wait, where the runs themselves do not see to that. */
  readonly apart?: <T>(runs: () => Promise<T>) => Promise<T>;
}

/**
 * Carries out a write beside others, again where they were in each other's way, and alone when that goes on: so it ends. One
 * that cannot be run twice is alone at once.
 */
export async function repeatWrite<T>(
  run: (isAlone: boolean) => Promise<T>,
  { alone = false, once = false }: WriteUse,
  { isConflict, runsAlone = 1, apart = (runs) => runs() }: Meetings,
): Promise<T> {
  const begun = performance.now();
  const mayBeBeside = () => !alone && !once && performance.now() - begun < PATIENCE;
  for (let runs = 1; runs <= MOST_RUNS && mayBeBeside(); runs++) {
    try {
      return await run(false);
    } catch (error) {
      if (error instanceof NeedsToBeAlone) break;
      if (!isConflict(error)) throw error;
      await separate(runs);
    }
  }
  return apart(async () => {
    for (let runs = 1; ; runs++) {
      try {
        return await run(true);
      } catch (error) {
        if (once || runs >= runsAlone || !isConflict(error)) throw error;
        await separate(runs);
      }
    }
  });
}

/** Those that met come again at different times. */
function separate(runs: number): Promise<void> {
  return setTimeout(Math.random() * SHORTEST_WAIT * 2 ** Math.min(runs, MOST_RUNS));
}

/** Beside others; then alone. */
const MOST_RUNS = 6;

/** Milliseconds in which runs beside others may begin. */
const PATIENCE = 1_000;

/** Milliseconds. */
const SHORTEST_WAIT = 1;
