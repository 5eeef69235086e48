import type { Store } from "@tablewright/core/storage";
import { counters, increment, readCounters } from "@tablewright/store-contract/histories";
import { describe, expect, test } from "vitest";
import { type SeveralProcesses, withStores } from "./several-processes.ts";

/** Stores that write to the same rows. */
export function describeParallelStores(processes: SeveralProcesses): void {
  describe("several stores on one database", () => {
    test("lose nothing when 8 clients increment two counters in turns", () =>
      withStores(processes, [counters], async (stores) => {
        await stores[0].write((transaction) =>
          transaction.insert("Counters", [
            ["a", 0],
            ["b", 0],
          ]),
        );
        await eightClients(stores, async (store, client) => {
          for (let time = 0; time < 20; time++) await increment(store, (client + time) % 3 === 0 ? "a" : "b");
        });
        const counts = await readCounters(stores[1]);
        expect(Number(counts.a) + Number(counts.b)).toBe(160);
        expect(counts).toEqual(await readCounters(stores[0]));
      }));

    test("give every row a number of its own, in stored order and the same on each", () =>
      withStores(processes, [counters], async (stores) => {
        await eightClients(stores, async (store, client) => {
          for (let time = 0; time < 5; time++) {
            await store.write((transaction) =>
              transaction.insert("Counters", [[`${client}.${time}a`], [`${client}.${time}b`]]),
            );
            await store.write((transaction) => transaction.delete("Counters", [[`${client}.${time}a`]]));
          }
        });
        const keys = Object.keys(await readCounters(stores[0])).map((id) => [id]);
        const numbersOf = async (store: Store) => {
          const rows = await store.read((transaction) => transaction.getByKeys("Counters", keys));
          return rows.map((row) => Number(row?.at(-1)));
        };
        const numbers = await numbersOf(stores[0]);
        expect(numbers).toEqual([...new Set(numbers)].sort((one, other) => one - other));
        expect(numbers).toHaveLength(40);
        for (const store of stores) expect(await numbersOf(store)).toEqual(numbers);
      }));

    test("one inserts what the other has deleted, and neither inserts what the other has", () =>
      withStores(processes, [counters], async ([one, other]) => {
        const insert = (store: Store) =>
          store.write((transaction) => transaction.insert("Counters", [["a", 1]]));
        const outcomes = await Promise.all([insert(one), insert(other), insert(one), insert(other)]);
        expect(outcomes.filter(({ duplicates }) => duplicates.length === 0)).toHaveLength(1);
        await other.write((transaction) => transaction.delete("Counters", [["a"]]));
        expect((await insert(one)).duplicates).toEqual([]);
      }));

    test("start beside a writer where there is nothing to change", () =>
      withStores(processes, [counters], async ([one, other]) => {
        await one.write(async (transaction) => {
          await transaction.insert("Counters", [["a", 1]]);
          await other.open([counters]);
        });
        expect(await readCounters(other)).toEqual({ a: 1 });
      }));

    test("start at the same time on an empty database", async () => {
      for (let round = 0; round < 3; round++) {
        const { addresses, release } = await processes.makeDatabase();
        const stores = await Promise.all([...addresses, ...addresses].map(openTogether));
        await Promise.all(
          stores.map((store, at) => store.write((one) => one.insert("Counters", [[`${at}`, at]]))),
        );
        const names = stores.map((_, at) => String(at));
        expect(Object.keys(await readCounters(stores[0] as Store)).sort()).toEqual(names);
        await Promise.all(stores.map((store) => store.close()));
        await release();
      }
    });

    async function openTogether(address: string): Promise<Store> {
      const store = await processes.openStore(address);
      await store.open([counters]);
      return store;
    }
  });
}

async function eightClients(
  stores: readonly Store[],
  work: (store: Store, client: number) => Promise<void>,
): Promise<void> {
  await Promise.all(
    Array.from({ length: 8 }, (_, client) => work(stores[client % stores.length] as Store, client)),
  );
}
