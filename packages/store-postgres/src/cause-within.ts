import { EvaluationError, type Meter } from "@tablewright/core/storage";
import { isTimedOut } from "./postgres-error.ts";

/**
 * What an error says to a request: where a statement was cut off as its time was over, what the evaluator says then. One
 * that was cut off before, such as by an operator or while it waited for somebody's lock, is an error of the database.
 */
export function causeWithin(meter: Meter, error: unknown): unknown {
  if (!isTimedOut(error) || meter.remainingMilliseconds > EARLY) return error;
  return new EvaluationError("limit/time", { limit: meter.limits.milliseconds });
}

/** Milliseconds by which the server's clock may be ahead. */
const EARLY = 10;
