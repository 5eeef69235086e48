import { EvaluationError, type Meter } from "@tablewright/core/storage";
import type { Connection } from "./connection.ts";
import { isStoppedByUs, isTimedOut } from "./postgres-error.ts";

/**
 * Runs `work`, which sends the statement `text` at once, in the time that the request has left. What begins and ends the
 * limits travels with it. A statement that may stop at the length of a text does so behind a savepoint, so that the
 * evaluator can go on in the transaction.
 */
export async function withinLimits<T>(
  meter: Meter,
  connection: Connection,
  text: string,
  work: () => Promise<T>,
): Promise<T> {
  const mayStop = STOPPING.test(text);
  const before: Promise<unknown>[] = [connection.limitTime(meter.remainingMilliseconds)];
  if (mayStop) before.push(connection.exec("savepoint limits"));
  const answer = work();
  const after = mayStop ? [connection.exec("release savepoint limits")] : [];
  try {
    await Promise.all([...before, answer, ...after]);
    return await answer;
  } catch (error) {
    const cause = causeWithin(meter, error);
    if (cause !== error) throw cause;
    if (!mayStop || !isStoppedByUs(error)) throw error;
    await connection.exec("rollback to savepoint limits");
    throw new EvaluationError("limit/text-length", { limit: meter.limits.textLength });
  }
}

/**
 * What a request is told of an error: where a statement was cut off as its time was over, what the evaluator says then. One
 * that was cut off before, such as by an operator or while it waited for somebody's lock, is an error of the database.
 */
export function causeWithin(meter: Meter, error: unknown): unknown {
  if (!isTimedOut(error) || meter.remainingMilliseconds > EARLY) return error;
  return new EvaluationError("limit/time", { limit: meter.limits.milliseconds });
}

/** Milliseconds by which the server's clock may be ahead. */
const EARLY = 10;

/** Calls of the functions that stop a statement. */
const STOPPING = /"tw_(?:toolong|substitute)_/u;
