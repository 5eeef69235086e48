import type { Clock } from "../clock.ts";
import type { DeliveryLimits } from "../delivery-limits.ts";

interface Timed {
  readonly clock: Clock;
  readonly limits: Pick<DeliveryLimits, "attempt">;
}

/**
 * Does work for as long as an attempt may take, or until it is stopped; then it rejects, because not everything that is
 * waited for can be cut off, such as looking up a name.
 */
export async function withinAttempt<T>(
  { clock, limits }: Timed,
  stopped: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const ended = new AbortController();
  const late = new AbortController();
  const clockRun = clock.sleep(limits.attempt, ended.signal).then(() => {
    if (!ended.signal.aborted) late.abort();
  });
  try {
    const signal = AbortSignal.any([stopped, late.signal]);
    return await Promise.race([work(signal), aborted(signal)]);
  } catch (error) {
    if (!late.signal.aborted || stopped.aborted) throw error;
    throw new Error(`There was no answer within ${limits.attempt.toLocaleString("en-US")} ms.`);
  } finally {
    ended.abort();
    await clockRun;
  }
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason));
  });
}
