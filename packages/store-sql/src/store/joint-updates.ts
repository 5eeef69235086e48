import type { Key, Row, WriteTransaction } from "@tablewright/core/storage";
import { ignore, type JointKind, JointMember, MOST_BATCHED_ROWS, PATIENCE } from "./joint-member.ts";
import { GoesAlone } from "./lone-write.ts";
import { systemTimers, type Timers } from "./timers.ts";

/**
 * Writes that read a few rows of one table by their keys, update some of these, and ask for nothing else. `keyOf` gives the
 * positions of a table's key; it has none of a table whose writes do not share a transaction.
 */
export function jointUpdates(
  keyOf: (table: string) => readonly number[] | undefined,
  timers = systemTimers,
): JointKind<UpdatingMember> {
  return {
    steps(join, caller) {
      let member: UpdatingMember | undefined;
      return {
        getByKeys(table, keys) {
          const key = keyOf(table);
          if (keys.length === 0 || keys.length > MOST_BATCHED_ROWS || key === undefined) return undefined;
          member = new UpdatingMember(table, keys, caller);
          join(table, member);
          return member.read.promise;
        },
        update: (table, rows) => member?.update(table, rows, keyOf(table) ?? []),
      };
    },

    async carryOut(transaction, table, members) {
      await readAll(transaction, table, members);
      await inTime(
        members.map(({ asked }) => asked.promise),
        members.length > 1,
        timers,
      );
      for (const member of members) member.close();
      const updating = members.filter(({ rows }) => rows.length > 0);
      if (updating.length === 0) return;
      await updateAll(transaction, table, updating, keyOf(table) ?? []);
      const areSound = await inTime(
        updating.map(({ ended }) => ended.promise),
        members.length > 1,
        timers,
      );
      if (areSound?.every((one) => one) !== true) throw new GoesAlone();
    },
  };
}

class UpdatingMember extends JointMember {
  readonly table: string;
  readonly keys: readonly Key[];
  readonly read = Promise.withResolvers<readonly (Row | undefined)[]>();
  /** Settles when it is known which rows it updates. */
  readonly asked = Promise.withResolvers<void>();
  readonly updated = Promise.withResolvers<readonly Row[]>();
  rows: readonly Row[] = [];
  #isRead = false;
  #hasAsked = false;
  #isClosed = false;

  constructor(table: string, keys: readonly Key[], caller: string | undefined) {
    super(caller, keys.map(nameOf));
    this.table = table;
    this.keys = keys;
    for (const { promise } of [this.read, this.updated]) promise.catch(ignore);
    this.ended.promise.then(() => this.#ask());
  }

  override get isFree(): boolean {
    return this.#isRead && this.rows.length === 0;
  }

  answer(rows: readonly (Row | undefined)[]): void {
    this.#isRead = true;
    this.read.resolve(rows);
  }

  /** Has rows updated that it has read; undefined where they are others, or the others no longer wait for it. */
  update(table: string, rows: readonly Row[], key: readonly number[]): Promise<readonly Row[]> | undefined {
    if (this.#isClosed || table !== this.table || rows.length === 0) return undefined;
    const isOwn = (row: Row) => this.names.includes(nameOfRow(row, key));
    if (!rows.every(isOwn)) return undefined;
    this.rows = rows;
    this.#ask();
    return this.updated.promise;
  }

  /** The others go on, without it where it takes longer than they wait. */
  close(): void {
    this.#isClosed = true;
    if (!this.#hasAsked) this.end.resolve("alone");
  }

  override fail(error: unknown): void {
    this.read.reject(error);
    this.updated.reject(error);
  }

  #ask(): void {
    this.#hasAsked = true;
    this.asked.resolve();
  }
}

async function readAll(
  transaction: WriteTransaction,
  table: string,
  members: readonly UpdatingMember[],
): Promise<void> {
  const rows = await transaction.getByKeys(
    table,
    members.flatMap(({ keys }) => keys),
  );
  let from = 0;
  for (const member of members) {
    const to = from + member.keys.length;
    member.answer(rows.slice(from, to));
    from = to;
  }
}

/** In the order of their keys, so that of two processes that update the same rows none waits for the other in a circle. */
async function updateAll(
  transaction: WriteTransaction,
  table: string,
  members: readonly UpdatingMember[],
  key: readonly number[],
): Promise<void> {
  const [first] = members;
  if (first !== undefined && members.length === 1) {
    first.updated.resolve(await transaction.update(table, first.rows));
    return;
  }
  const rows = members.flatMap((member) => member.rows.map((row) => ({ name: nameOfRow(row, key), row })));
  rows.sort((a, b) => (a.name < b.name ? -1 : 1));
  const updated = await transaction.update(
    table,
    rows.map(({ row }) => row),
  );
  const byName = new Map(rows.map(({ name }, at) => [name, updated[at] as Row]));
  for (const member of members)
    member.updated.resolve(member.rows.map((row) => byName.get(nameOfRow(row, key)) as Row));
}

/** What the promises of members settle with; undefined where that takes long and `others` wait. */
async function inTime<T>(
  promises: readonly Promise<T>[],
  others: boolean,
  timers: Timers,
): Promise<readonly T[] | undefined> {
  if (!others) return Promise.all(promises);
  const { promise: isOver, resolve } = Promise.withResolvers<undefined>();
  const stopWaiting = timers.after(PATIENCE, () => resolve(undefined));
  try {
    return await Promise.race([Promise.all(promises), isOver]);
  } finally {
    stopWaiting();
  }
}

function nameOfRow(row: Row, key: readonly number[]): string {
  return nameOf(key.map((at) => row[at] ?? null));
}

function nameOf(key: Key): string {
  return JSON.stringify(key);
}
