import { findAll } from "@tablewright/core/storage";
import { describe, expect, test } from "vitest";
import { insertRows } from "../insert-rows.ts";
import { firstValues, getRows, readRows } from "../read-rows.ts";
import { type MakeStore, withStore } from "../store-under-test.ts";
import { people } from "../tables/small-tables.ts";
import { testContext } from "../test-context.ts";

const ada = ["a", "Ada", "Red", 36];
const bob = ["b", "Bob", null, null];

/** What each operation does, one at a time. */
export function describeOperations(make: MakeStore): void {
  describe("operations", () => {
    test("a new table is empty", () =>
      withStore(make, [people], async (store) => {
        const plan = { table: "People", conditions: [], order: [], limit: 5, context: testContext() };
        const result = await store.read((transaction) => findAll(transaction, plan));
        expect(result).toMatchObject({ rows: [], residual: [] });
        expect(await getRows(store, "People", [["a"]])).toEqual([undefined]);
      }));

    test("insert answers the rows as stored, numbered, and fills in blanks for what is left out", () =>
      withStore(make, [people], async (store) => {
        const outcome = await insertRows(store, "People", [ada, ["b", "Bob"]]);
        expect(outcome).toEqual({
          rows: [
            [...ada, 1],
            [...bob, 2],
          ],
          duplicates: [],
        });
        expect(await readRows(store, "People")).toEqual(outcome.rows);
      }));

    test("insert pays no heed to a number at the end of a row", () =>
      withStore(make, [people], async (store) => {
        expect((await insertRows(store, "People", [[...ada, 77]])).rows).toEqual([[...ada, 1]]);
      }));

    test("insert of nothing changes nothing", () =>
      withStore(make, [people], async (store) => {
        expect(await insertRows(store, "People", [])).toEqual({ rows: [], duplicates: [] });
        expect(await readRows(store, "People")).toEqual([]);
      }));

    test("rows stay in the order in which they came", () =>
      withStore(make, [people], async (store) => {
        await insertRows(store, "People", [["z"], ["m"]]);
        await insertRows(store, "People", [["a"], ["Z"]]);
        await store.write((transaction) => transaction.update("People", [["z", "changed"]]));
        expect(firstValues(await readRows(store, "People"))).toEqual(["z", "m", "a", "Z"]);
      }));

    test("update replaces whole rows and answers them as stored", () =>
      withStore(make, [people], async (store) => {
        await insertRows(store, "People", [ada, bob, ["c"]]);
        const changed = [
          ["b", "Bea", "Blue", 7, 2],
          ["a", null, null, null, 1],
        ];
        expect(await store.write((transaction) => transaction.update("People", changed))).toEqual(changed);
        expect(await readRows(store, "People")).toEqual([changed[1], changed[0], ["c", null, null, null, 3]]);
      }));

    test("update keeps the row number that is stored, whatever the row says", () =>
      withStore(make, [people], async (store) => {
        await insertRows(store, "People", [ada, bob]);
        const updated = await store.write((transaction) =>
          transaction.update("People", [["b", "Bea", null, 1, 9]]),
        );
        expect(updated).toEqual([["b", "Bea", null, 1, 2]]);
      }));

    test("update of a key without a row throws and undoes the transaction", () =>
      withStore(make, [people], async (store) => {
        await insertRows(store, "People", [ada]);
        const rows = [
          ["a", "changed"],
          ["x", "nobody"],
        ];
        await expect(store.write((transaction) => transaction.update("People", rows))).rejects.toThrow();
        expect(await readRows(store, "People")).toEqual([[...ada, 1]]);
      }));

    test("delete removes the rows of the keys and passes over the others", () =>
      withStore(make, [people], async (store) => {
        await insertRows(store, "People", [ada, bob, ["c"]]);
        await store.write((transaction) => transaction.delete("People", [["b"], ["x"], ["b"]]));
        expect(firstValues(await readRows(store, "People"))).toEqual(["a", "c"]);
        expect(await getRows(store, "People", [["b"]])).toEqual([undefined]);
      }));

    test("a deleted key can be inserted again, at the end", () =>
      withStore(make, [people], async (store) => {
        await insertRows(store, "People", [ada, bob]);
        await store.write((transaction) => transaction.delete("People", [["a"]]));
        expect((await insertRows(store, "People", [["a", "again"]])).duplicates).toEqual([]);
        expect(firstValues(await readRows(store, "People"))).toEqual(["b", "a"]);
      }));

    test("rows handed out are not changed by what is done later", () =>
      withStore(make, [people], async (store) => {
        const input = ["a", "Ada", "Red", 36];
        await insertRows(store, "People", [input]);
        const before = await readRows(store, "People");
        input[1] = "changed by its maker";
        await store.write((transaction) => transaction.update("People", [["a", "updated"]]));
        expect(before).toEqual([[...ada, 1]]);
      }));

    test("a table the store was not opened with is refused", () =>
      withStore(make, [people], async (store) => {
        await expect(readRows(store, "Nothing")).rejects.toThrow();
        await expect(insertRows(store, "Nothing", [["a"]])).rejects.toThrow();
      }));

    test("a closed store refuses to work", () =>
      withStore(make, [people], async (store) => {
        await store.close();
        await expect(readRows(store, "People")).rejects.toThrow();
        await expect(insertRows(store, "People", [ada])).rejects.toThrow();
      }));
  });
}
