import type { RowReader, Store, WriteTransaction } from "../../storage/index.ts";
import { visibleRows } from "../visibility/visible-rows.ts";
import type { Call } from "./call.ts";
import { ChangeLog } from "./change-log.ts";
import type { Result } from "./result.ts";

/** A transaction that reads what the caller may see. */
export interface CallTransaction
  extends RowReader,
    Pick<WriteTransaction, "insert" | "update" | "delete" | "appendEvents" | "appendRuns"> {
  /** Hidden rows as well, for rows of the caller's own that the call itself takes out of the filter. */
  readonly unfiltered: RowReader;
  /** What was written, for the workflow rules. */
  readonly changes: ChangeLog;
}

/** Runs the stages of a change as one transaction: committed when accepted, rolled back when rejected or a dry run. */
export async function inTransaction(
  call: Call,
  store: Store,
  work: (transaction: CallTransaction) => Promise<Result>,
): Promise<Result> {
  try {
    return await store.write(async (stored) => {
      const result = await work(forCaller(call, stored));
      if (!result.ok || call.dryRun) throw new RollbackSignal(result);
      return result;
    });
  } catch (thrown) {
    if (thrown instanceof RollbackSignal) return thrown.result;
    throw thrown;
  }
}

function forCaller(call: Call, stored: WriteTransaction): CallTransaction {
  return {
    ...visibleRows(call, stored),
    insert: (table, rows) => stored.insert(table, rows),
    update: (table, rows) => stored.update(table, rows),
    delete: (table, keys) => stored.delete(table, keys),
    appendEvents: (events) => stored.appendEvents(events),
    appendRuns: (runs) => stored.appendRuns(runs),
    unfiltered: stored,
    changes: new ChangeLog(call.app),
  };
}

/** Makes the store roll back although nothing went wrong on our side. */
class RollbackSignal extends Error {
  readonly result: Result;

  constructor(result: Result) {
    super("withdrawn");
    this.result = result;
  }
}
