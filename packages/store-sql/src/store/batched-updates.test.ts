/** Which updates share a transaction, and what becomes of those that hold the others up. */
import type { Key, Row, WriteTransaction } from "@tablewright/core/storage";
import { settle, virtualClock } from "@tablewright/tooling/virtual-time";
import { expect, test } from "vitest";
import { BatchedWrites } from "./batched-writes.ts";

test("those on different rows share the next transaction, sorted by their keys", async () => {
  const database = new Database();
  await Promise.all([5, 4, 3, 2].map((key) => database.grow(key)));
  expect(database.transactions).toEqual([[5], [2, 3, 4]]);
});

test("of those on the same row each has the one before it committed", async () => {
  const database = new Database();
  await Promise.all([1, 2, 2, 3, 2].map((key) => database.grow(key)));
  expect(database.transactions).toEqual([[1], [2, 3], [2], [2]]);
  expect(database.rows.get(2)).toBe(3);
});

test.each([
  [19, "together"],
  [20, "together"],
  [21, "alone"],
])("%i rows are updated %s", async (count, how) => {
  const database = new Database();
  const keys = Array.from({ length: count }, (_, at) => at + 100);
  await Promise.all([database.grow(1), database.grow(...keys), database.grow(999)]);
  const shared = how === "alone" ? [999] : [...keys, 999];
  expect(database.transactions).toContainEqual(shared);
});

test("at most 50 share a transaction", async () => {
  const database = new Database();
  const keys = Array.from({ length: 52 }, (_, at) => at);
  await Promise.all(keys.map((key) => database.grow(key)));
  expect(database.transactions.map(({ length }) => length)).toEqual([1, 50, 1]);
});

test("one that takes long before it updates is left, and comes alone", async () => {
  const database = new Database();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const first = database.grow(1);
  const slow = database.growBetween([2], () => released);
  await database.clock.until(Promise.all([first, database.grow(3)]));
  expect(database.transactions).toEqual([[1], [3]]);
  release();
  await slow;
  expect(database.transactions).toEqual([[1], [3], [2]]);
});

test("one that takes long after it has updated has the others come alone", async () => {
  const database = new Database();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const first = database.grow(1);
  const slow = database.growBetween([2], undefined, () => released);
  await database.clock.until(Promise.all([first, database.grow(3)]));
  expect(database.transactions).toEqual([[1], [3]]);
  release();
  await slow;
  expect(database.transactions).toEqual([[1], [3], [2]]);
});

test("one that throws before it updates is answered although the commit fails", async () => {
  const database = new Database();
  database.beforeCommit = (keys) => {
    if (keys.length > 1) throw new Error("the connection broke");
  };
  const refused = () => {
    throw new Error("refused");
  };
  const settled = await Promise.allSettled([
    database.grow(1),
    database.grow(2),
    database.growBetween([3], refused),
    database.grow(4),
  ]);
  expect(settled.map((one) => (one.status === "rejected" ? one.reason.message : "done"))).toEqual([
    "done",
    "the connection broke",
    "refused",
    "the connection broke",
  ]);
});

test("each comes alone where reading for all of them fails", async () => {
  const database = new Database();
  database.beforeRead = (keys) => {
    if (keys.length > 1) throw new Error("too many");
  };
  await Promise.all([1, 2, 3].map((key) => database.grow(key)));
  expect(database.transactions).toEqual([[1], [2], [3]]);
});

/** Numbers by their keys; a transaction that throws changes none. */
class Database {
  readonly rows = new Map<number, number>();
  /** The keys that the transactions have updated, as they were committed. */
  readonly transactions: number[][] = [];
  beforeRead: (keys: readonly number[]) => void = () => undefined;
  beforeCommit: (keys: readonly number[]) => void = () => undefined;
  /** Goes on where a test lets it. */
  readonly clock = virtualClock();
  readonly #updates = new BatchedWrites(
    (work) => this.#write(work),
    () => [0],
    this.clock,
  );

  /** Adds 1 to numbers. */
  grow(...keys: number[]): Promise<void> {
    return this.growBetween(keys);
  }

  /** The same; `before` and `after` are awaited around the update. */
  growBetween(keys: readonly number[], before?: () => unknown, after?: () => unknown): Promise<void> {
    const work = async (transaction: WriteTransaction) => {
      const rows = await transaction.getByKeys(
        "Rows",
        keys.map((key) => [key]),
      );
      await before?.();
      await transaction.update(
        "Rows",
        rows.map((row) => [row?.[0] ?? null, Number(row?.[1]) + 1]),
      );
      await after?.();
    };
    return this.#updates.write(work, { batch: "update" });
  }

  async #write<T>(work: (transaction: WriteTransaction) => Promise<T>): Promise<T> {
    const changed: Row[] = [];
    const transaction = {
      getByKeys: async (_: string, keys: readonly Key[]) => {
        this.beforeRead(keys.map(([key]) => Number(key)));
        await settle();
        return keys.map(([key]) => [key, this.rows.get(Number(key)) ?? 0]);
      },
      update: async (_: string, rows: readonly Row[]) => {
        changed.push(...rows);
        return rows;
      },
    };
    const answer = await work(transaction as unknown as WriteTransaction);
    const keys = changed.map(([key]) => Number(key));
    this.beforeCommit(keys);
    for (const [key, value] of changed) this.rows.set(Number(key), Number(value));
    this.transactions.push(keys);
    return answer;
  }
}
