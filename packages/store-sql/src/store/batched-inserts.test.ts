/** Which writes share a transaction, and what becomes of them when it fails. */
import type { InsertOutcome, Row, WriteTransaction } from "@tablewright/core/storage";
import { virtualClock } from "@tablewright/tooling/virtual-time";
import { expect, test } from "vitest";
import { BatchedWrites } from "./batched-writes.ts";

const CONFLICT = new Error("conflict");

test("those that come while one is under way share the next transaction", async () => {
  const database = new Database();
  const inserts = database.batchedWrites();
  const numbers = await Promise.all([1, 2, 3, 4].map((key) => insert(inserts, key)));
  expect(database.transactions).toEqual([[1], [2, 3, 4]]);
  expect(numbers).toEqual([1, 2, 3, 4]);
});

test("those that come again when they are answered share it with those that wait", async () => {
  const database = new Database();
  const inserts = database.batchedWrites();
  const insertTwice = async (key: number) => {
    await insert(inserts, key);
    await insert(inserts, 10 + key);
  };
  await Promise.all([1, 2, 3].map(insertTwice));
  expect(database.transactions).toEqual([[1], [2, 3, 11], [12, 13]]);
});

test("each table has transactions of its own", async () => {
  const database = new Database();
  const inserts = database.batchedWrites();
  await Promise.all([insert(inserts, 1), insert(inserts, 2, "Other"), insert(inserts, 3)]);
  expect(database.transactions).toEqual([[1], [2], [3]]);
});

test("those behind one that takes long do not wait for its end", async () => {
  const database = new Database();
  const inserts = database.batchedWrites();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  database.beforeInsert = (keys) => (keys.includes(1) ? released : undefined);
  const slow = insert(inserts, 1);
  await database.clock.until(insert(inserts, 2));
  expect(database.transactions).toEqual([[2]]);
  release();
  await slow;
  expect(database.transactions).toEqual([[2], [1]]);
});

test("each goes alone when their transaction fails before the commit", async () => {
  const database = new Database();
  const inserts = database.batchedWrites();
  database.beforeInsert = (keys) => {
    if (keys.length > 1 || keys[0] === 3) throw new Error(`no ${keys}`);
  };
  const settled = await Promise.allSettled([1, 2, 3, 4].map((key) => insert(inserts, key)));
  expect(settled.map((one) => (one.status === "rejected" ? one.reason.message : "done"))).toEqual([
    "done",
    "done",
    "no 3",
    "done",
  ]);
  expect(database.transactions).toEqual([[1], [2], [4]]);
});

test("each goes alone when others were in the way of the commit", async () => {
  const database = new Database();
  const inserts = database.batchedWrites();
  database.beforeCommit = (keys) => {
    if (keys.length > 1) throw CONFLICT;
  };
  await Promise.all([1, 2, 3].map((key) => insert(inserts, key)));
  expect(database.transactions).toEqual([[1], [2], [3]]);
});

test("the error of a commit is that of them all, because it may have succeeded", async () => {
  const database = new Database();
  const inserts = database.batchedWrites();
  database.beforeCommit = (keys) => {
    if (keys.length > 1) throw new Error("the connection broke");
  };
  const settled = await Promise.allSettled([1, 2, 3].map((key) => insert(inserts, key)));
  expect(settled.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "rejected"]);
  expect(database.transactions).toEqual([[1]]);
});

test("is idle when all have ended", async () => {
  const database = new Database();
  const inserts = database.batchedWrites();
  for (const key of [1, 2, 3]) insert(inserts, key);
  await inserts.whenIdle();
  expect(database.transactions).toEqual([[1], [2, 3]]);
});

/** The number that the row of a key is given. */
async function insert(
  inserts: ReturnType<Database["batchedWrites"]>,
  key: number,
  table = "Rows",
): Promise<unknown> {
  const work = (transaction: WriteTransaction) => transaction.insert(table, [[key]]);
  return (await inserts.write(work, { batch: "insert" })).rows[0]?.[1];
}

/** A database that runs work again after a conflict, and numbers rows. */
class Database {
  /** The keys of the transactions that were committed. */
  readonly transactions: number[][] = [];
  beforeInsert: (keys: readonly number[]) => Promise<void> | undefined = () => undefined;
  beforeCommit: (keys: readonly number[]) => void = () => undefined;
  /** Goes on where a test lets it. */
  readonly clock = virtualClock();
  #rows = 0;

  batchedWrites() {
    return new BatchedWrites(
      (work) => this.#write(work),
      () => [0],
      this.clock,
    );
  }

  async #write<T>(work: (transaction: WriteTransaction) => Promise<T>): Promise<T> {
    const keys: number[] = [];
    const insert = async (_: string, rows: readonly Row[]): Promise<InsertOutcome> => {
      await this.beforeInsert(rows.map(([key]) => Number(key)));
      for (const [key] of rows) keys.push(Number(key));
      return { rows: rows.map((row) => [...row, ++this.#rows]), duplicates: [] };
    };
    const answer = await work({ insert } as unknown as WriteTransaction);
    try {
      this.beforeCommit(keys);
    } catch (error) {
      if (error !== CONFLICT) throw error;
      return this.#write(work);
    }
    this.transactions.push(keys);
    return answer;
  }
}
