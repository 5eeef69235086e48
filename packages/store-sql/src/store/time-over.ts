import { EvaluationError, type Meter } from "@tablewright/core/storage";

/**
 * What a request is answered whose statement a server gave up; undefined where the time of the request was not over, so that
 * somebody else has ended it, such as an operator.
 */
export function timeOver({ remainingMilliseconds, limits }: Meter): EvaluationError | undefined {
  if (remainingMilliseconds > EARLY) return undefined;
  return new EvaluationError("limit/time", { limit: limits.milliseconds });
}

/** Milliseconds by which the server's clock may be ahead. */
const EARLY = 10;
