import type { Store, WriteTransaction } from "../storage/index.ts";
import type { Call } from "./call.ts";
import type { Result } from "./result.ts";

/** Runs the stages of a change as one transaction: committed when accepted, rolled back when rejected or a dry run. */
export async function inTransaction(
  call: Call,
  store: Store,
  work: (transaction: WriteTransaction) => Promise<Result>,
): Promise<Result> {
  try {
    return await store.write(async (transaction) => {
      const result = await work(transaction);
      if (!result.ok || call.dryRun) throw new Withdrawn(result);
      return result;
    });
  } catch (thrown) {
    if (thrown instanceof Withdrawn) return thrown.result;
    throw thrown;
  }
}

/** Makes the store roll back although nothing went wrong on our side. */
class Withdrawn extends Error {
  readonly result: Result;

  constructor(result: Result) {
    super("withdrawn");
    this.result = result;
  }
}
