import type { Store, StoredTable } from "@tablewright/core/storage";
import { describe, expect, test } from "vitest";
import { insertRows } from "../insert-rows.ts";
import { getRows, readRows } from "../read-rows.ts";
import { type MakeStore, type StoreUnderTest, withStore } from "../store-under-test.ts";
import { lines, number, people, stablePeople, text } from "../tables/small-tables.ts";

const [id, name, team, age] = [text("Id"), text("Name"), text("Team", true), number("Age")];

/** Opening over data that are there already, with the same tables or with more. */
export function describeReopening(make: MakeStore): void {
  describe("reopening", () => {
    test("the same tables hold the same rows", () =>
      withStore(make, [people, lines], async (_, made) => {
        await insertRows(made.store, "People", [["a", "Ada", "Red", 36], ["b"]]);
        await insertRows(made.store, "Lines", [["tea", 1, 1]]);
        const store = await reopen(made, [people, lines]);
        expect(await readRows(store, "People")).toEqual([
          ["a", "Ada", "Red", 36, 1],
          ["b", null, null, null, 2],
        ]);
        expect(await readRows(store, "Lines")).toEqual([["tea", 1, 1, 1]]);
        expect((await insertRows(store, "People", [["a"]])).duplicates).toEqual([0]);
      }));

    test("stable row numbers go on where they were, deleted rows counted", () =>
      withStore(make, [stablePeople], async (_, made) => {
        await insertRows(made.store, "People", [["a"], ["b"], ["c"]]);
        await made.store.write((transaction) => transaction.delete("People", [["a"], ["c"]]));
        const store = await reopen(made, [stablePeople]);
        await insertRows(store, "People", [["d"]]);
        expect((await readRows(store, "People")).map((row) => row.at(-1))).toEqual([2, 4]);
      }));

    test("a new column is blank, wherever it stands, and can be written", () =>
      withStore(make, [people], async (_, made) => {
        await insertRows(made.store, "People", [
          ["a", "Ada", "Red", 36],
          ["b", "Bob", null, 7],
        ]);
        const wider = {
          ...people,
          columns: [id, text("Email", true), name, team, age, number("Size")],
          key: [0],
        };
        const store = await reopen(made, [wider]);
        expect(await readRows(store, "People")).toEqual([
          ["a", null, "Ada", "Red", 36, null, 1],
          ["b", null, "Bob", null, 7, null, 2],
        ]);
        await store.write((transaction) => transaction.update("People", [["b", "b@x", "Bob", null, 7, 40]]));
        expect((await getRows(store, "People", [["b"]]))[0]).toEqual(["b", "b@x", "Bob", null, 7, 40, 2]);
      }));

    test("for reading alone changes nothing, and refuses what it would have to change", () =>
      withStore(make, [people], async (_, made) => {
        if (made.reopen === undefined) return;
        await insertRows(made.store, "People", [["a", "Ada", "Red", 36]]);
        const store = await made.reopen();
        await store.open([people], { readOnly: true });
        expect(await readRows(store, "People")).toEqual([["a", "Ada", "Red", 36, 1]]);
        const before = await store.planOpen?.([people]);
        const wider = { ...people, columns: [...people.columns, text("Email")] };
        for (const tables of [[people, lines], [wider]])
          await expect(store.open(tables, { readOnly: true })).rejects.toMatchObject({
            code: "server/migration-refused",
            message: expect.stringMatching(/^Table "(Lines|People)" is not there as the definition has it/u),
          });
        expect(await store.planOpen?.([people])).toEqual(before);
      }));

    test("a new table is empty and the others keep their rows", () =>
      withStore(make, [people], async (_, made) => {
        await insertRows(made.store, "People", [["a"]]);
        const store = await reopen(made, [lines, people]);
        expect(await readRows(store, "Lines")).toEqual([]);
        expect(await readRows(store, "People")).toHaveLength(1);
      }));

    test("columns and indexes may change places", () =>
      withStore(make, [people], async (_, made) => {
        await insertRows(made.store, "People", [["a", "Ada", "Red", 36]]);
        const store = await reopen(made, [
          { ...people, columns: [age, { ...name, indexed: true }, id, team], key: [2] },
        ]);
        expect(await readRows(store, "People")).toEqual([[36, "Ada", "a", "Red", 1]]);
        expect((await getRows(store, "People", [["a"]]))[0]).toEqual([36, "Ada", "a", "Red", 1]);
      }));

    test("what is no longer named is not dropped", () =>
      withStore(make, [people, lines], async (_, made) => {
        await insertRows(made.store, "People", [
          ["a", "Ada", "Red", 36],
          ["b", "Bob", "Blue", 7],
          ["c", "Cyd"],
        ]);
        await insertRows(made.store, "Lines", [["tea", 1, 1]]);
        const narrow = await reopen(made, [{ ...people, columns: [id, age], key: [0] }]);
        expect(await readRows(narrow, "People")).toEqual([
          ["a", 36, 1],
          ["b", 7, 2],
          ["c", null, 3],
        ]);
        await narrow.write(async (transaction) => {
          await transaction.update("People", [["b", 8]]);
          await transaction.delete("People", [["a"]]);
          await transaction.insert("People", [["a", 1]]);
        });
        const store = await reopen({ ...made, store: narrow }, [people, lines]);
        expect(await readRows(store, "People")).toEqual([
          ["b", "Bob", "Blue", 8, 1],
          ["c", "Cyd", null, null, 2],
          ["a", null, null, 1, 3],
        ]);
        expect(await readRows(store, "Lines")).toEqual([["tea", 1, 1, 1]]);
      }));
  });
}

/** The data opened with `tables`: by a new store, or again by the same one where data end with the store. */
async function reopen(made: StoreUnderTest, tables: readonly StoredTable[]): Promise<Store> {
  const store = made.reopen === undefined ? made.store : await made.reopen();
  await store.open(tables);
  return store;
}
