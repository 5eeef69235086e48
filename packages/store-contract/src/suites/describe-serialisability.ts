import { describe, expect, test } from "vitest";
import { checkHistory } from "../histories/check-history.ts";
import { lists } from "../histories/list-history.ts";
import { makeHistory, makeLists, readLists } from "../histories/make-history.ts";
import { type MakeStore, withStore } from "../store-under-test.ts";

/** Transactions beside each other do what they would have done one after the other. */
export function describeSerialisability(make: MakeStore): void {
  describe("transactions beside each other", () => {
    test("have an order in which they read what they did, and nothing is lost", () =>
      withStore(make, [lists], async (store) => {
        await makeLists(store);
        const clients = [0, 1, 2, 3].map((client) =>
          makeHistory(store, { client, transactions: 25, random: Math.random }),
        );
        const history = (await Promise.all(clients)).flat();
        expect(history.length).toBeGreaterThan(50);
        expect(checkHistory(history, await readLists(store))).toBe(undefined);
      }));
  });
}
