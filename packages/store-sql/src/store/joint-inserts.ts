import type { InsertOutcome, Row, Store, WriteTransaction, WriteUse } from "@tablewright/core/storage";
import { GoesAlone, LoneInsert } from "./lone-insert.ts";

/**
 * Writes that only insert a few rows into one table, carried out together: those that come while others are under way share one
 * transaction and its commit, which cost more than the rows. Each is answered after the commit. When the transaction fails,
 * each is run again in one of its own; only the error of a commit, which may have succeeded, is that of them all.
 */
export class JointInserts {
  readonly #write: Store["write"];
  readonly #takes: (table: string) => boolean;
  readonly #waiting = new Map<string, Member[]>();
  readonly #busy = new Set<string>();
  readonly #running = new Set<Promise<unknown>>();

  /** `write` carries out a write in a transaction of its own; tables that it does not `take` always have one. */
  constructor(write: Store["write"], takes: (table: string) => boolean) {
    this.#write = write;
    this.#takes = takes;
  }

  write<T>(work: (transaction: WriteTransaction) => Promise<T>, use: WriteUse): Promise<T> {
    const running = this.#run(work, use);
    const settled = running.then(ignore, ignore);
    this.#running.add(settled);
    settled.then(() => this.#running.delete(settled));
    return running;
  }

  /** Settles when every write asked for so far has ended. */
  async whenIdle(): Promise<void> {
    await Promise.all(this.#running);
  }

  async #run<T>(work: (transaction: WriteTransaction) => Promise<T>, use: WriteUse): Promise<T> {
    let member: Member | undefined;
    const lone = new LoneInsert((table, rows) => {
      member = new Member(rows, use.caller);
      this.#join(table, member);
      return member.outcome.promise;
    }, this.#takes);
    const ended = await outcomeOf(() => lone.endAfter(() => work(lone)));
    member?.ended.resolve("answer" in ended && !lone.goesAlone);
    const end = await member?.end.promise;
    if (lone.goesAlone || end === "alone") return this.#write(work, use);
    if ("error" in ended) throw ended.error;
    return ended.answer;
  }

  #join(table: string, member: Member): void {
    const waiting = this.#waiting.get(table);
    if (waiting === undefined) this.#waiting.set(table, [member]);
    else waiting.push(member);
    if (!this.#busy.has(table)) this.#begin(table);
  }

  /** Carries out those that wait. The next ones begin when they have ended, or have taken long. */
  #begin(table: string): void {
    const waiting = this.#waiting.get(table) ?? [];
    const members = waiting.splice(0, MOST_MEMBERS);
    if (waiting.length === 0) this.#waiting.delete(table);
    if (members.length === 0) return;
    this.#busy.add(table);
    let isNextDue = true;
    const beginNext = () => {
      clearTimeout(patience);
      if (!isNextDue) return;
      isNextDue = false;
      this.#busy.delete(table);
      this.#begin(table);
    };
    const patience = setTimeout(beginNext, PATIENCE);
    this.#insert(table, members).finally(beginNext);
  }

  async #insert(table: string, members: readonly Member[]): Promise<void> {
    let runs = 0;
    let isCommitting = false;
    const work = async (transaction: WriteTransaction) => {
      isCommitting = false;
      if (++runs > 1) throw new GoesAlone(); // the rows may have other numbers now than those that were answered
      const outcomes = await insertAll(transaction, table, members);
      for (const [at, { outcome }] of members.entries()) outcome.resolve(outcomes[at] as InsertOutcome);
      const sound = await Promise.all(members.map(({ ended }) => ended.promise));
      // A member that found duplicates has inserted nothing, whatever it makes of them.
      if (sound.some((one, at) => !one && outcomes[at]?.duplicates.length === 0)) throw new GoesAlone();
      isCommitting = true;
    };
    try {
      await this.#write(work, callerOf(members));
      for (const { end } of members) end.resolve("together");
    } catch (error) {
      const isOfAll = isCommitting && !(error instanceof GoesAlone);
      for (const { outcome, end } of members) {
        if (isOfAll) end.reject(error);
        else end.resolve(members.length === 1 && !(error instanceof GoesAlone) ? "together" : "alone");
        outcome.reject(error);
      }
    }
  }
}

/** One of the writes that share a transaction. */
class Member {
  readonly rows: readonly Row[];
  readonly caller: string | undefined;
  readonly outcome = Promise.withResolvers<InsertOutcome>();
  /** Whether its work has returned. */
  readonly ended = Promise.withResolvers<boolean>();
  /** Whether what has become of its work counts; it is run again alone where that was lost. */
  readonly end = Promise.withResolvers<"together" | "alone">();

  constructor(rows: readonly Row[], caller: string | undefined) {
    this.rows = rows;
    this.caller = caller;
    this.outcome.promise.catch(ignore);
    this.end.promise.catch(ignore);
  }
}

/** The rows of all members by one statement, or where there are duplicates those of each by one of its own. */
async function insertAll(
  transaction: WriteTransaction,
  table: string,
  members: readonly Member[],
): Promise<readonly InsertOutcome[]> {
  const { rows, duplicates } = await transaction.insert(
    table,
    members.flatMap((member) => member.rows),
  );
  if (duplicates.length > 0 && members.length === 1) return [{ rows, duplicates }];
  const outcomes: InsertOutcome[] = [];
  let from = 0;
  for (const member of members) {
    const to = from + member.rows.length;
    if (duplicates.length > 0) outcomes.push(await transaction.insert(table, member.rows));
    else outcomes.push({ rows: rows.slice(from, to), duplicates });
    from = to;
  }
  return outcomes;
}

/** The one who calls; of several the store gets none. */
function callerOf(members: readonly Member[]): WriteUse {
  const caller = members[0]?.caller;
  return members.every((member) => member.caller === caller) ? { caller } : {};
}

async function outcomeOf<T>(
  work: () => Promise<T>,
): Promise<{ readonly answer: T } | { readonly error: unknown }> {
  try {
    return { answer: await work() };
  } catch (error) {
    return { error };
  }
}

function ignore(): void {}

/** Writes of one transaction. */
const MOST_MEMBERS = 50;

/** Milliseconds. Another transaction may hold a key up to its end, and those that come later need not wait for that. */
const PATIENCE = 20;
