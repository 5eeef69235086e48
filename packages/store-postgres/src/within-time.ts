import { type Meter, RunFault } from "@tablewright/core/expression";
import type { Connection } from "./connection.ts";
import { isTimedOut } from "./postgres-fault.ts";

/**
 * Runs `work`, which sends one statement at once, in the time that the request has left. For statements that search
 * tables for each row: nobody knows how long those take.
 */
export async function withinTime<T>(
  meter: Meter,
  connection: Connection,
  work: () => Promise<T>,
): Promise<T> {
  const { remainingMilliseconds: left } = meter;
  if (left === Number.POSITIVE_INFINITY) return work();
  try {
    const [, answer] = await Promise.all([connection.limitTime(left), work(), connection.limitTime()]);
    return answer;
  } catch (error) {
    if (!isTimedOut(error)) throw error;
    throw new RunFault("limit/time", { limit: meter.limits.milliseconds });
  }
}
