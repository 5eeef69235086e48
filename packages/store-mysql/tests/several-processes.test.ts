/** Several stores on one database, as several server processes have them. */
import type { Store } from "@tablewright/core/storage";
import { describe, expect, test } from "vitest";
import { mysqlStore } from "../src/index.ts";
import { counters, increment, readCounters } from "./counters.ts";
import { server, temporaryDatabase } from "./temporary-database.ts";

describe.skipIf(server === "")("two stores on one database", () => {
  test("lose nothing when 8 clients increment two counters in turns", () =>
    withTwoStores(async (stores) => {
      await stores[0].write((transaction) =>
        transaction.insert("Counters", [
          ["a", 0],
          ["b", 0],
        ]),
      );
      const clients = Array.from({ length: 8 }, async (_, client) => {
        for (let time = 0; time < 20; time++)
          await increment(stores[client % 2] as Store, (client + time) % 3 === 0 ? "a" : "b");
      });
      await Promise.all(clients);
      const counts = await readCounters(stores[1]);
      expect(Number(counts.a) + Number(counts.b)).toBe(160);
      expect(counts).toEqual(await readCounters(stores[0]));
    }));

  test("give every row a number of its own, without a gap", () =>
    withTwoStores(async (stores) => {
      const clients = Array.from({ length: 8 }, async (_, client) => {
        for (let time = 0; time < 5; time++) {
          const store = stores[client % 2] as Store;
          await store.write((transaction) =>
            transaction.insert("Counters", [[`${client}.${time}a`], [`${client}.${time}b`]]),
          );
          await store.write((transaction) => transaction.delete("Counters", [[`${client}.${time}a`]]));
        }
      });
      await Promise.all(clients);
      const keys = Object.keys(await readCounters(stores[0])).map((id) => [id]);
      const found = await stores[1].read((transaction) => transaction.getByKeys("Counters", keys));
      expect(found.map((row) => row?.at(-1))).toEqual(Array.from({ length: 40 }, (_, at) => at + 1));
    }));

  test("one inserts what the other has deleted, and neither inserts what the other has", () =>
    withTwoStores(async ([one, other]) => {
      const insert = (store: Store) =>
        store.write((transaction) => transaction.insert("Counters", [["a", 1]]));
      const outcomes = await Promise.all([insert(one), insert(other), insert(one), insert(other)]);
      expect(outcomes.filter(({ duplicates }) => duplicates.length === 0)).toHaveLength(1);
      await other.write((transaction) => transaction.delete("Counters", [["a"]]));
      expect((await insert(one)).duplicates).toEqual([]);
    }));

  test("start at the same time on an empty database", async () => {
    const { options, release } = await temporaryDatabase();
    const stores = await Promise.all(Array.from({ length: 4 }, () => mysqlStore(options)));
    await Promise.all(stores.map((store) => store.open([counters])));
    await Promise.all(
      stores.map((store, at) => store.write((one) => one.insert("Counters", [[`${at}`, at]]))),
    );
    expect(Object.keys(await readCounters(stores[0] as Store)).sort()).toEqual(["0", "1", "2", "3"]);
    await Promise.all(stores.map((store) => store.close()));
    await release();
  });
});

async function withTwoStores(work: (stores: readonly [Store, Store]) => Promise<void>): Promise<void> {
  const { options, release } = await temporaryDatabase();
  const stores = [await mysqlStore(options), await mysqlStore(options)] as const;
  try {
    for (const store of stores) await store.open([counters]);
    await work(stores);
  } finally {
    for (const store of stores) await store.close();
    await release();
  }
}
