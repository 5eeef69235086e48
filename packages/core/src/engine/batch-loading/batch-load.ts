import type { Task } from "../../expression/parts.ts";
import type { RowReader } from "../../storage/index.ts";
import type { Call } from "../calls/call.ts";
import { observing } from "../observations/observations.ts";

/**
 * Runs a stage with the rows of other tables that its expressions read, asking the store for those of all rows
 * together: the number of store calls does not grow with the rows. A stage may run more than once, the last time counts,
 * and it pauses wherever it yields. One that reads no other rows and does not pause is done when it returns.
 */
export function batchLoad<T>(call: Call, transaction: RowReader, stage: () => Task<T>): T | Promise<T> {
  const {
    read: { batchLoaded, context },
    observations,
  } = call;
  const { spent } = context.meter;
  const undo = () => context.meter.rewind(spent);
  if (observations === undefined) return batchLoaded.run(transaction, context, stage, undo);
  const observed = observing(observations, stage);
  return batchLoaded.run(transaction, context, observed.stage, () => {
    undo();
    observed.undo();
  });
}

/** To be said after rows were written: expressions then read them again. */
export function forgetBatchLoaded({ read: { batchLoaded, unfiltered } }: Call): void {
  batchLoaded.clear();
  unfiltered.clear();
}
