import { diagnose, type Outcome } from "../../diagnostics/index.ts";
import type { Value } from "../../values/index.ts";

/**
 * Puts what has the same key into different rounds, first come first, so that no round has a key twice. Each round is a
 * write of its own, so a key that comes too often is an error.
 */
export function groupWithoutRepeats<T extends { readonly position: number }>(
  all: readonly T[],
  keyOf: (one: T) => Value,
): Outcome<readonly (readonly T[])[]> {
  const rounds: T[][] = [];
  const seen = new Map<Value, number>();
  for (const one of all) {
    const key = keyOf(one);
    const round = seen.get(key) ?? 0;
    if (round === MOST_REPEATS) {
      const details = { limit: MOST_REPEATS, key: String(key) };
      return { output: undefined, diagnostics: [diagnose("limit/repeats", details, { row: one.position })] };
    }
    seen.set(key, round + 1);
    rounds[round] ??= [];
    rounds[round].push(one);
  }
  return { output: rounds, diagnostics: [] };
}

/** How often an action comes to one row in a call. */
const MOST_REPEATS = 1_000;
