import type { InsertOutcome, Key, Row, Store, WriteTransaction, WriteUse } from "@tablewright/core/storage";
import { systemTimers, type Timers } from "../network/pulse.ts";
import { limitedTransaction } from "./read-of-keys.ts";

/**
 * Small writes, carried out together: those of one kind on one table that come while others are under way share one transaction
 * and its commit, which cost more than the rows. Each write settles after the commit. If the transaction fails, each write is run
 * again in one of its own; only the error of a commit, which may have succeeded, rejects all of them.
 */
export class BatchedWrites {
  readonly #write: Store["write"];
  readonly #keyOf: (table: string) => readonly number[] | undefined;
  readonly #timers: Timers;
  /** Members by the batch they wait for, see `batchOf`. */
  readonly #waiting = new Map<string, Member[]>();
  /** The transaction under way of each batch. */
  readonly #running = new Map<string, Running>();
  readonly #unsettled = new Set<Promise<unknown>>();

  /**
   * `write` runs a write in a transaction of its own. `keyOf` gives the positions of a table's key, and undefined for a table
   * whose writes do not share a transaction.
   */
  constructor(
    write: Store["write"],
    keyOf: (table: string) => readonly number[] | undefined,
    timers = systemTimers,
  ) {
    this.#write = write;
    this.#keyOf = keyOf;
    this.#timers = timers;
  }

  /** Runs `work` as `Store.write` does, with others if it asks for no more than its `batch` says. */
  write<T>(work: (transaction: WriteTransaction) => Promise<T>, use: WriteUse): Promise<T> {
    const running = this.#run(work, use);
    const settled = running.then(ignore, ignore);
    this.#unsettled.add(settled);
    settled.then(() => this.#unsettled.delete(settled));
    return running;
  }

  /** Settles when every write asked for so far has ended. */
  async whenIdle(): Promise<void> {
    await Promise.all(this.#unsettled);
  }

  async #run<T>(work: (transaction: WriteTransaction) => Promise<T>, use: WriteUse): Promise<T> {
    let member: Member | undefined;
    let isOver = false;
    let needsOwn = false;
    const refuse = (): never => {
      needsOwn = true;
      throw new NeedsOwnTransaction();
    };
    const join = (kind: Member["kind"], table: string, count: number): Member => {
      const key = this.#keyOf(table);
      const isSmall = count > 0 && count <= MOST_BATCHED_ROWS;
      if (isOver || member !== undefined || use.batch !== kind || !isSmall || key === undefined)
        return refuse();
      member = new Member(kind, table, key, use.caller);
      return member;
    };
    const transaction = limitedTransaction(
      {
        insert: async (table, rows) => {
          const own = join("insert", table, rows.length);
          own.rows = rows;
          this.#join(own);
          return own.inserted.promise;
        },
        getByKeys: async (table, keys) => {
          const own = join("update", table, keys.length);
          own.keys = keys;
          this.#join(own);
          return own.read.promise;
        },
        update: async (table, rows) => (isOver ? undefined : member?.update(table, rows)) ?? refuse(),
      },
      refuse,
    );
    const ended = await outcomeOf(() => work(transaction));
    isOver = true;
    member?.ended.resolve("answer" in ended && !needsOwn);
    if ("error" in ended && !needsOwn && member?.isFree) throw ended.error;
    const end = await member?.end.promise;
    if (needsOwn || end === "alone") return this.#write(work, use);
    if ("error" in ended) throw ended.error;
    return ended.answer;
  }

  #join(member: Member): void {
    const batch = batchOf(member);
    const waiting = this.#waiting.get(batch);
    if (waiting === undefined) this.#waiting.set(batch, [member]);
    else waiting.push(member);
    const running = this.#running.get(batch);
    if (running === undefined) this.#begin(batch);
    else this.#wait(batch, running);
  }

  /** Carries out those that wait. */
  #begin(batch: string): void {
    const { members, others } = nextOf(this.#waiting.get(batch) ?? []);
    this.#waiting.delete(batch);
    if (members.length === 0) return;
    const running: Running = { stopWaiting: undefined };
    this.#running.set(batch, running);
    if (others.length > 0) {
      this.#waiting.set(batch, others);
      this.#wait(batch, running);
    }
    this.#carryOut(members).finally(() => {
      // Callers whose writes settled together often come again together, and then share the next transaction with those that wait.
      if (members.length > 1 || this.#waiting.has(batch)) setImmediate(() => this.#end(batch, running));
      else this.#end(batch, running);
    });
  }

  /** Those that wait need not do so for long. */
  #wait(batch: string, running: Running): void {
    running.stopWaiting ??= this.#timers.after(BATCH_WAIT_MS, () => this.#end(batch, running));
  }

  /** The next ones begin, once. */
  #end(batch: string, running: Running): void {
    running.stopWaiting?.();
    if (this.#running.get(batch) !== running) return;
    this.#running.delete(batch);
    this.#begin(batch);
  }

  async #carryOut(members: readonly Member[]): Promise<void> {
    let runs = 0;
    let isCommitting = false;
    const work = async (transaction: WriteTransaction) => {
      isCommitting = false;
      if (++runs > 1) throw new NeedsOwnTransaction(); // the members may get another answer now
      await (members[0]?.kind === "insert"
        ? insertAll(transaction, members)
        : updateAll(transaction, members, this.#timers));
      isCommitting = true;
    };
    try {
      await this.#write(work, callerOf(members));
      for (const { end } of members) end.resolve("together");
    } catch (error) {
      const isOfAll = isCommitting && !(error instanceof NeedsOwnTransaction);
      const isOwn = members.length === 1 && !(error instanceof NeedsOwnTransaction);
      for (const member of members) {
        if (isOfAll) member.end.reject(error);
        else member.end.resolve(isOwn ? "together" : "alone");
        member.fail(error);
      }
    }
  }
}

/** Thrown where a write has to have a transaction of its own; its work is run again there. */
class NeedsOwnTransaction extends Error {
  constructor() {
    super("The write needs a separate transaction.");
  }
}

interface Running {
  /** Ends the wait of others for this transaction. */
  stopWaiting: (() => void) | undefined;
}

/** One of the writes that share a transaction: it inserts rows once, or reads rows by their keys once and then updates some of them once. */
class Member {
  readonly kind: NonNullable<WriteUse["batch"]>;
  readonly table: string;
  readonly key: readonly number[];
  readonly caller: string | undefined;
  readonly inserted = Promise.withResolvers<InsertOutcome>();
  readonly read = Promise.withResolvers<readonly (Row | undefined)[]>();
  /** Settles when it is known which rows it updates. */
  readonly asked = Promise.withResolvers<void>();
  readonly updated = Promise.withResolvers<readonly Row[]>();
  /** Whether its work has returned. */
  readonly ended = Promise.withResolvers<boolean>();
  /** Whether what has become of its work counts; if not, it runs again exclusively. */
  readonly end = Promise.withResolvers<"together" | "alone">();
  /** Of two members that name the same row, the later one is in a later transaction. */
  names: readonly string[] = [];
  rows: readonly Row[] = [];
  #keys: readonly Key[] = [];
  #isRead = false;
  #hasAsked = false;
  #isClosed = false;

  constructor(kind: Member["kind"], table: string, key: readonly number[], caller: string | undefined) {
    this.kind = kind;
    this.table = table;
    this.key = key;
    this.caller = caller;
    for (const { promise } of [this.inserted, this.read, this.updated, this.end])
      (promise as Promise<unknown>).catch(ignore);
    this.ended.promise.then(() => this.#ask());
  }

  get keys(): readonly Key[] {
    return this.#keys;
  }

  set keys(keys: readonly Key[]) {
    this.#keys = keys;
    this.names = keys.map(nameOf);
  }

  /** Whether nothing of what its work returned depends on how the transaction ends, if the work throws. */
  get isFree(): boolean {
    return this.#isRead && this.rows.length === 0;
  }

  answer(rows: readonly (Row | undefined)[]): void {
    this.#isRead = true;
    this.read.resolve(rows);
  }

  /** Updates rows that it has read; undefined if they are others, or if the other members no longer wait for it. */
  update(table: string, rows: readonly Row[]): Promise<readonly Row[]> | undefined {
    if (this.#isClosed || this.#hasAsked || table !== this.table || rows.length === 0) return undefined;
    if (!rows.every((row) => this.names.includes(nameOfRow(row, this.key)))) return undefined;
    this.rows = rows;
    this.#ask();
    return this.updated.promise;
  }

  /** The others go on, without it if it takes longer than they wait. */
  close(): void {
    this.#isClosed = true;
    if (!this.#hasAsked) this.end.resolve("alone");
  }

  /** Rejects what its work waits for. */
  fail(error: unknown): void {
    for (const { reject } of [this.inserted, this.read, this.updated]) reject(error);
  }

  #ask(): void {
    this.#hasAsked = true;
    this.asked.resolve();
  }
}

function batchOf({ kind, table }: Member): string {
  return `${kind} ${table}`;
}

/** Inserts the rows of all members by one statement, or, if there are duplicates, those of each by one of its own. */
async function insertAll(transaction: WriteTransaction, members: readonly Member[]): Promise<void> {
  const table = members[0]?.table ?? "";
  const { rows, duplicates } = await transaction.insert(
    table,
    members.flatMap((member) => member.rows),
  );
  const outcomes: InsertOutcome[] = [];
  let from = 0;
  for (const member of members) {
    const to = from + member.rows.length;
    const isOwn = duplicates.length > 0 && members.length > 1;
    outcomes.push(
      isOwn ? await transaction.insert(table, member.rows) : { rows: rows.slice(from, to), duplicates },
    );
    from = to;
  }
  for (const [at, { inserted }] of members.entries()) inserted.resolve(outcomes[at] as InsertOutcome);
  const areSound = await Promise.all(members.map(({ ended }) => ended.promise));
  // A member that found duplicates has inserted nothing, whatever it makes of them.
  if (areSound.some((one, at) => !one && outcomes[at]?.duplicates.length === 0))
    throw new NeedsOwnTransaction();
}

/** Reads the rows of all members, waits for what they update, and updates that. */
async function updateAll(
  transaction: WriteTransaction,
  members: readonly Member[],
  timers: Timers,
): Promise<void> {
  const table = members[0]?.table ?? "";
  const read = await transaction.getByKeys(
    table,
    members.flatMap(({ keys }) => keys),
  );
  let from = 0;
  for (const member of members) {
    member.answer(read.slice(from, from + member.keys.length));
    from += member.keys.length;
  }
  const others = members.length > 1;
  await inTime(
    members.map(({ asked }) => asked.promise),
    others,
    timers,
  );
  for (const member of members) member.close();
  const updating = members.filter(({ rows }) => rows.length > 0);
  if (updating.length === 0) return;
  // In the order of their keys, so that of two processes that update the same rows none waits for the other in a circle.
  const rows = updating.flatMap((member) =>
    member.rows.map((row) => ({ name: nameOfRow(row, member.key), row })),
  );
  if (others) rows.sort((a, b) => (a.name < b.name ? -1 : 1));
  const updated = await transaction.update(
    table,
    rows.map(({ row }) => row),
  );
  const byName = new Map(rows.map(({ name }, at) => [name, updated[at] as Row]));
  for (const member of updating)
    member.updated.resolve(member.rows.map((row) => byName.get(nameOfRow(row, member.key)) as Row));
  const areSound = await inTime(
    updating.map(({ ended }) => ended.promise),
    others,
    timers,
  );
  if (areSound?.every((one) => one) !== true) throw new NeedsOwnTransaction();
}

/** What the promises of members settle with; undefined if that takes long and `others` wait. */
async function inTime<T>(
  promises: readonly Promise<T>[],
  others: boolean,
  timers: Timers,
): Promise<readonly T[] | undefined> {
  if (!others) return Promise.all(promises);
  const { promise: isOver, resolve } = Promise.withResolvers<undefined>();
  const stopWaiting = timers.after(BATCH_WAIT_MS, () => resolve(undefined));
  try {
    return await Promise.race([Promise.all(promises), isOver]);
  } finally {
    stopWaiting();
  }
}

/** Those that share the next transaction, and the others, all in the order in which they came. */
function nextOf(waiting: readonly Member[]) {
  const members: Member[] = [];
  const others: Member[] = [];
  const named = new Set<string>();
  for (const [at, member] of waiting.entries()) {
    if (members.length === MOST_MEMBERS) return { members, others: [...others, ...waiting.slice(at)] };
    (member.names.every((name) => !named.has(name)) ? members : others).push(member);
    for (const name of member.names) named.add(name);
  }
  return { members, others };
}

/** The caller of all members; of several callers the store gets none. */
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

function nameOfRow(row: Row, key: readonly number[]): string {
  return nameOf(key.map((at) => row[at] ?? null));
}

function nameOf(key: Key): string {
  return JSON.stringify(key);
}

function ignore(): void {}

/** More rows of one write are worth a transaction of its own. */
const MOST_BATCHED_ROWS = 20;

/** Writes of one transaction. */
const MOST_MEMBERS = 50;

/** Milliseconds that writes wait for another that holds them up, such as one that waits for a key itself. */
const BATCH_WAIT_MS = 20;
