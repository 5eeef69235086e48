import type { Value } from "../../values/index.ts";

/** Puts what has the same key into different rounds, first come first, so that no round has a key twice. */
export function inRounds<T>(all: readonly T[], keyOf: (one: T) => Value): readonly (readonly T[])[] {
  const rounds: T[][] = [];
  const seen = new Map<Value, number>();
  for (const one of all) {
    const round = seen.get(keyOf(one)) ?? 0;
    seen.set(keyOf(one), round + 1);
    rounds[round] ??= [];
    rounds[round].push(one);
  }
  return rounds;
}
