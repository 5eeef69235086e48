import { EvaluationError } from "./evaluation-error.ts";

/** A whole result as a Number may hold it, never -0; throws `run/overflow` beyond ±(2^53−1), passes what is not finite. */
export function keepWhole(x: number): number {
  if (Math.abs(x) > Number.MAX_SAFE_INTEGER && Number.isFinite(x)) throw new EvaluationError("run/overflow");
  return x + 0;
}
