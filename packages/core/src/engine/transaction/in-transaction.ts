import type { Meter } from "../../expression/parts.ts";
import type {
  InsertOutcome,
  Key,
  OutboxEvent,
  Row,
  RowReader,
  Store,
  WriteTransaction,
  WriteUse,
} from "../../storage/index.ts";
import type { Call, IdempotencyKey, LogEntry } from "../calls/call.ts";
import { type CallTransaction, ChangeLog } from "../calls/change-log.ts";
import type { PreparedCall } from "../calls/prepare/prepared-call.ts";
import { rejectIfRead } from "../calls/prepare/read-properties.ts";
import type { BatchRequest, BatchResult, EngineRequest } from "../calls/request.ts";
import type { Accepted, Result } from "../calls/result.ts";
import { keepAnswers, keptAnswers } from "../idempotency/kept-answer.ts";
import { type WrittenByCall, writeJournal } from "../journal/write-journal.ts";
import { VisibleRows } from "../visibility/visible-rows.ts";

/** A call as a transaction carries it out. */
export interface TransactionStep {
  readonly prepared: PreparedCall;
  /** What it needs of the store. */
  readonly use?: WriteUse | undefined;
  /** Carries it out, after steps that were answered with `answers`. */
  readonly work: (call: Call, transaction: CallTransaction, answers: readonly Accepted[]) => Promise<Result>;
}

/** Runs the stages of one change as one transaction. */
export async function inTransaction(
  store: Store,
  step: TransactionStep,
  sent?: EngineRequest,
): Promise<Result> {
  const result = await inOneTransaction(store, [step], sent);
  return result.ok ? (result.answers[0] as Accepted) : result;
}

/**
 * Runs the stages of changes one after the other as one transaction: committed when all are accepted, rolled back when one is
 * rejected or they are a dry run. The store may have the stages run again, each time on the calls at their beginning; the
 * operator's log has only the run that counts. The steps have the same caller, and share one budget. `once` is by what all of them
 * are known together; what they were `sent` goes into the journal.
 */
export async function inOneTransaction(
  store: Store,
  steps: readonly TransactionStep[],
  sent?: EngineRequest | BatchRequest,
  once: IdempotencyKey | undefined = steps[0]?.prepared.change.once,
): Promise<BatchResult> {
  const [{ prepared: first }] = steps as readonly [TransactionStep, ...TransactionStep[]];
  const { name: caller, timeZone, identity } = first.caller;
  let logged: LogEntry[] = [];
  let queued: readonly OutboxEvent[] = [];
  let result: BatchResult;
  try {
    result = await store.write(
      async (stored) => {
        const entries: LogEntry[] = [];
        const events: OutboxEvent[] = [];
        logged = entries;
        queued = events;
        const calls: Call[] = [];
        const begin = (at: number): Call => {
          const call =
            calls[at] ??
            (steps[at] as TransactionStep).prepared.begin((entry) => entries.push(entry), calls[0]);
          calls[at] = call;
          return call;
        };
        const before = once && (await keptAnswers(steps.length, begin, once, stored));
        if (before !== undefined) throw new RollbackSignal(before);
        const answers: Accepted[] = [];
        const written: WrittenByCall[] = [];
        for (const [at, { work }] of steps.entries()) {
          const call = begin(at);
          const transaction = new VisibleTransaction(call, stored, events);
          const answer = rejectIfRead(call, await work(call, transaction, answers));
          if (!answer.ok) throw new RollbackSignal(answer);
          answers.push(answer);
          written.push({ call, waves: transaction.changes.waves });
        }
        if (first.change.dryRun) throw new RollbackSignal({ ok: true, answers });
        const input = sent && { request: sent, steps: steps.map(({ prepared }) => prepared) };
        const id = first.app.hasHistory
          ? await writeJournal(stored, written as [WrittenByCall], input)
          : undefined;
        // The same objects, by which their rows are known.
        if (id !== undefined) for (const answer of answers) Object.assign(answer, { call: id });
        if (once !== undefined) await keepAnswers(calls, once, stored, answers);
        return { ok: true, answers, ...(id === undefined ? {} : { call: id }) };
      },
      {
        ...useOf(steps),
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
  for (const entry of logged) first.log(entry);
  first.reportEvents(queued);
  return result;
}

/** What all of the steps need of the store. */
function useOf(steps: readonly TransactionStep[]): WriteUse {
  const [first] = steps;
  const use = steps.length === 1 ? first?.use : undefined;
  const exclusive = first?.prepared.change.dryRun || steps.some((step) => step.use?.exclusive);
  return { ...use, exclusive };
}

/** Makes the store roll back although nothing went wrong on our side. */
class RollbackSignal extends Error {
  readonly result: BatchResult;

  constructor(result: BatchResult) {
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
  readonly events: OutboxEvent[];

  constructor(call: Call, stored: WriteTransaction, events: OutboxEvent[]) {
    super(call, stored);
    this.#meter = call.read.context.meter;
    this.#stored = stored;
    this.events = events;
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
}
