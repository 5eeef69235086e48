import type { Meter } from "../../expression/parts.ts";
import type {
  InsertOutcome,
  Key,
  OutboxEvent,
  Row,
  RowReader,
  RuleRun,
  Store,
  WriteTransaction,
  WriteUse,
} from "../../storage/index.ts";
import type { Call } from "../calls/call.ts";
import { type CallTransaction, ChangeLog } from "../calls/change-log.ts";
import { rejectIfRead } from "../calls/prepare/invalid-properties.ts";
import type { PreparedCall } from "../calls/prepare/prepared-call.ts";
import type { Result } from "../calls/result.ts";
import type { LogEntry } from "../calls/services.ts";
import { keepAnswer, keptAnswer } from "../idempotency/kept-answer.ts";
import { writeJournal } from "../journal/write-journal.ts";
import { VisibleRows } from "../visibility/visible-rows.ts";

/**
 * Runs the stages of a change as one transaction: committed when accepted, rolled back when rejected or a dry run. The store
 * may have the stages run again, each time on the call at its beginning; the operator's log has only the run that counts.
 */
export async function inTransaction(
  prepared: PreparedCall,
  store: Store,
  work: (call: Call, transaction: CallTransaction) => Promise<Result>,
  use: WriteUse = {},
): Promise<Result> {
  const { name: caller, timeZone, identity } = prepared.caller;
  let logged: LogEntry[] = [];
  let queued: readonly OutboxEvent[] = [];
  let result: Result;
  try {
    result = await store.write(
      async (stored) => {
        const entries: LogEntry[] = [];
        logged = entries;
        const call = prepared.begin((entry) => entries.push(entry));
        const before = call.change.once && (await keptAnswer(call, call.change.once, stored));
        if (before !== undefined) throw new RollbackSignal(before);
        const transaction = new VisibleTransaction(call, stored);
        queued = transaction.events;
        const result = rejectIfRead(call, await work(call, transaction));
        if (!result.ok || call.change.dryRun) throw new RollbackSignal(result);
        const { hasHistory } = call.app;
        const id = hasHistory ? await writeJournal(call, stored, transaction.changes.waves) : undefined;
        // The same object, by which its rows are known.
        const answer = id === undefined ? result : Object.assign(result, { call: id });
        if (call.change.once !== undefined) await keepAnswer(call, call.change.once, stored, answer);
        return answer;
      },
      {
        ...use,
        exclusive: use.exclusive || prepared.change.dryRun,
        caller,
        timeZone,
        identity,
      },
    );
  } catch (thrown) {
    if (!(thrown instanceof RollbackSignal)) throw thrown;
    result = thrown.result;
    queued = [];
  }
  for (const entry of logged) prepared.log(entry);
  prepared.reportEvents(queued);
  return result;
}

/** Makes the store roll back although nothing went wrong on our side. */
class RollbackSignal extends Error {
  readonly result: Result;

  constructor(result: Result) {
    super("The transaction is rolled back.");
    this.result = result;
  }
}

/**
 * A transaction of a store as the stages of a call work in it. What changes rows, or gets them by their keys to change them, may
 * wait for other writers, which is no time of the call.
 */
class VisibleTransaction extends VisibleRows {
  readonly #meter: Meter;
  readonly #stored: WriteTransaction;
  readonly changes: ChangeLog;
  /** What was put into the outbox, in order. */
  readonly events: OutboxEvent[] = [];

  constructor(call: Call, stored: WriteTransaction) {
    super(call, stored);
    this.#meter = call.read.context.meter;
    this.#stored = stored;
    this.changes = new ChangeLog(call.app);
  }

  get unfiltered(): RowReader {
    return this.#stored;
  }

  override getByKeys(table: string, keys: readonly Key[]): Promise<readonly (Row | undefined)[]> {
    return this.#meter.waitFor(() => super.getByKeys(table, keys));
  }

  insert(table: string, rows: readonly Row[]): Promise<InsertOutcome> {
    return this.#meter.waitFor(() => this.#stored.insert(table, rows));
  }

  update(table: string, rows: readonly Row[]): Promise<readonly Row[]> {
    return this.#meter.waitFor(() => this.#stored.update(table, rows));
  }

  delete(table: string, keys: readonly Key[]): Promise<void> {
    return this.#meter.waitFor(() => this.#stored.delete(table, keys));
  }

  appendEvents(events: readonly OutboxEvent[]): Promise<void> {
    for (const event of events) this.events.push(event);
    return this.#meter.waitFor(() => this.#stored.appendEvents(events));
  }

  appendRuns(runs: readonly RuleRun[]): Promise<void> {
    return this.#meter.waitFor(() => this.#stored.appendRuns(runs));
  }
}
