import type { ReadTransaction } from "@tablewright/core/storage";
import { describe, expect, test } from "vitest";
import { type MakeStore, withStore } from "../store-under-test.ts";
import { people } from "../tables/small-tables.ts";

/** Events that are done with are removed, and no others. */
export function describeRemoving(make: MakeStore): void {
  describe("removing events", () => {
    test("what was delivered or has failed can be removed, and nothing that waits is", () =>
      withStore(make, [people], async (store) => {
        const events = ["a", "b", "c", "d", "e"].map((id) => ({
          id,
          rule: "Tell",
          payload: "{}",
          createdAt: 1,
        }));
        await store.write((transaction) => transaction.appendEvents(events));
        const settled = { dueAt: 9, error: undefined };
        await store.write((transaction) =>
          transaction.settleEvents([
            { ...settled, id: "a", state: "delivered" },
            { ...settled, id: "b", state: "failed" },
            { ...settled, id: "d", state: "delivered" },
          ]),
        );
        const remove = (...ids: string[]) => store.write((transaction) => transaction.removeEvents(ids));
        const listed = async (page: Parameters<ReadTransaction["listEvents"]>[0]) =>
          (await store.read((transaction) => transaction.listEvents(page))).map(({ id }) => id);
        expect(await remove("a", "b", "c", "d", "x")).toBe(3);
        expect(await remove()).toBe(0);
        expect(await listed({ limit: 9 })).toEqual(["e", "c"]);
        const [, { sequence = 0 } = {}] = await store.read((transaction) =>
          transaction.listEvents({ limit: 9 }),
        );
        expect(await listed({ after: sequence, limit: 1 })).toEqual(["e"]);
        const claimed = await store.write((transaction) =>
          transaction.claimEvents({ now: 9, until: 20, limit: 9 }),
        );
        expect(claimed.map(({ id }) => id)).toEqual(["c", "e"]);
        await store.write((transaction) => transaction.appendEvents(events.slice(0, 1)));
        expect(await listed({ after: 0, limit: 9 })).toEqual(["c", "e", "a"]);
      }));
  });
}
