import { increment, readCounters } from "@tablewright/store-contract/histories";
import { expect, test } from "vitest";
import { type DisposableStore, withCounter } from "./with-counter.ts";

/** A store of a database server, and what ends the server's side of all its connections. */
export interface BreakableStore extends DisposableStore {
  breakConnections(): Promise<void>;
}

/** Registers the tests of a store whose connections break, and of work that goes on after an error. */
export function describeBrokenConnections(make: () => Promise<BreakableStore>): void {
  test("in the middle of a write it has written nothing of that, and the next goes through", () =>
    withCounter(make, async ({ store, breakConnections }) => {
      const broken = increment(store, "a", breakConnections);
      await expect(broken).rejects.toMatchObject({ code: "server/store-away" });
      expect(await readCounters(store)).toEqual({ a: 0 });
      await increment(store, "a");
      expect(await readCounters(store)).toEqual({ a: 1 });
    }));

  test("between the last change and the commit it does not say that this was committed", () =>
    withCounter(make, async ({ store, breakConnections }) => {
      const broken = store.write(async (transaction) => {
        await transaction.update("Counters", [["a", 5]]);
        await breakConnections();
      });
      await expect(broken).rejects.toMatchObject({ code: "server/store-away" });
      expect(await readCounters(store)).toEqual({ a: 0 });
    }));

  test("while they are not in use it does not feel that", () =>
    withCounter(make, async ({ store, breakConnections }) => {
      await Promise.all(Array.from({ length: 5 }, () => readCounters(store)));
      await breakConnections();
      await increment(store, "a");
      await breakConnections();
      expect(await readCounters(store)).toEqual({ a: 1 });
    }));

  test("an error that the work has swallowed is no commit", () =>
    withCounter(make, async ({ store }) => {
      const swallowed = store.write(async (transaction) => {
        await transaction.update("Counters", [["a", 5]]);
        await transaction.insert("Counters", [["b", 2 ** 80]]).catch(() => undefined);
      });
      await expect(swallowed).rejects.toThrow("lost to an earlier error");
      expect(await readCounters(store)).toEqual({ a: 0 });
    }));

  test("a change that fails half-way and is caught leaves nothing of itself", () =>
    withCounter(make, async ({ store }) => {
      await store.write(async (transaction) => {
        const missing = [
          ["a", 1],
          ["b", 2],
        ];
        await expect(transaction.update("Counters", missing)).rejects.toThrow('the key ["b"]');
        await expect(transaction.insert("Counters", [["c"], ["a\0"]])).rejects.toThrow(RangeError);
        await transaction.insert("Counters", [["e", 1]]);
      });
      expect(await readCounters(store)).toEqual({ a: 0, e: 1 });
    }));
}
