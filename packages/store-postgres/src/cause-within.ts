import type { Meter } from "@tablewright/core/storage";
import { timeOver } from "@tablewright/store-sql";
import { isTimedOut } from "./postgres-error.ts";

/**
 * What an error says to a request: where a statement was cut off as its time was over, what the evaluator says then. One
 * that was cut off before, such as by an operator or while it waited for somebody's lock, is an error of the database.
 */
export function causeWithin(meter: Meter, error: unknown): unknown {
  return isTimedOut(error) ? (timeOver(meter) ?? error) : error;
}
