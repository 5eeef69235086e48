import { EvaluationError, type Meter } from "@tablewright/core/storage";
import type { Connection } from "./connection.ts";
import { isStoppedByUs } from "./postgres-error.ts";

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
  const before: Promise<unknown>[] = [connection.begunBefore(meter), connection.limitTime(meter)];
  if (mayStop) before.push(connection.exec("savepoint limits"));
  const answer = work();
  const after = mayStop ? [connection.exec("release savepoint limits")] : [];
  try {
    await Promise.all([...before, answer, ...after]);
    return await answer;
  } catch (error) {
    if (!mayStop || !isStoppedByUs(error)) throw error;
    await connection.exec("rollback to savepoint limits");
    throw new EvaluationError("limit/text-length", { limit: meter.limits.textLength });
  }
}

/** Calls of the functions that stop a statement. */
const STOPPING = /"tw_(?:toolong|substitute)_/u;
