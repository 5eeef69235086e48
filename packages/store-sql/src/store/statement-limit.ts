import type { Meter } from "@tablewright/core/storage";

/**
 * Milliseconds for which the statements that follow may run, so that they end in the time that a request has left; undefined
 * where `held`, the limit that they have already, is near enough.
 */
export function statementLimit({ remainingMilliseconds }: Meter, held: number): number | undefined {
  if (remainingMilliseconds === Number.POSITIVE_INFINITY) return undefined;
  const limit = Math.min(Math.max(1, Math.ceil(remainingMilliseconds)), LONGEST);
  return held >= limit && held <= limit * 1.25 + 50 ? undefined : limit;
}

/** The most that PostgreSQL takes. */
const LONGEST = 2 ** 31 - 1;
