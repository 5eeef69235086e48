import { expect, test } from "vitest";
import { memoryStore } from "./store-of-snapshot.ts";

const TABLE = {
  name: "T",
  columns: [{ name: "A", kind: "integer", family: "number", indexed: false }],
  key: [0],
  rowNumbers: "position",
} as const;

test("a fork begins with what was committed, and neither store sees what the other writes then", async () => {
  const store = memoryStore();
  await store.open([TABLE]);
  await store.write((transaction) => transaction.insert("T", [[1]]));
  const fork = store.fork();
  await fork.write((transaction) => transaction.insert("T", [[2]]));
  await store.write((transaction) => transaction.insert("T", [[3]]));
  const keysIn = (one: typeof store) =>
    one.read(async (transaction) => {
      const rows = await transaction.getByKeys("T", [[1], [2], [3]]);
      return rows.flatMap((row) => row?.[0] ?? []);
    });
  expect([await keysIn(store), await keysIn(fork)]).toEqual([
    [1, 3],
    [1, 2],
  ]);
});
