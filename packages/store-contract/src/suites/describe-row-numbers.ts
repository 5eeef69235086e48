import { findAll, type Row, type Store } from "@tablewright/core/storage";
import { describe, expect, test } from "vitest";
import { insertRows } from "../insert-rows.ts";
import { getRows, readRows } from "../read-rows.ts";
import { type MakeStore, withStore } from "../store-under-test.ts";
import { people, stablePeople } from "../tables/small-tables.ts";
import { testContext } from "../test-context.ts";

/** Row numbers of both kinds, after deletes at every place. */
export function describeRowNumbers(make: MakeStore): void {
  describe("row numbers that are positions", () => {
    test.each([
      ["at the start", ["a"], { b: 1, c: 2, d: 3, e: 4 }],
      ["in the middle", ["c"], { a: 1, b: 2, d: 3, e: 4 }],
      ["at the end", ["e"], { a: 1, b: 2, c: 3, d: 4 }],
      ["at several places", ["d", "a", "c"], { b: 1, e: 2 }],
      ["everywhere", ["a", "b", "c", "d", "e"], {}],
    ])("close up after a delete %s", (_, deleted, left) =>
      withStore(make, [people], async (store) => {
        await insertRows(store, "People", fiveRows);
        await deleteRows(store, deleted);
        expect(numbersOf(await readRows(store, "People"))).toEqual(left);
        const rows = await getRows(
          store,
          "People",
          Object.keys(left).map((id) => [id]),
        );
        expect(numbersOf(rows as Row[])).toEqual(left);
        const next = Object.keys(left).length + 1;
        expect(numbersOf((await insertRows(store, "People", [["f"]])).rows)).toEqual({ f: next });
        expect(numbersOf(await readRows(store, "People"))).toEqual({ ...left, f: next });
      }),
    );

    test("are up to date inside the transaction that deletes", () =>
      withStore(make, [people], async (store) => {
        await insertRows(store, "People", fiveRows);
        await store.write(async (transaction) => {
          await transaction.delete("People", [["b"]]);
          const [d] = await transaction.getByKeys("People", [["d"]]);
          expect(d?.at(-1)).toBe(3);
          const [updated] = await transaction.update("People", [["e", "changed"]]);
          expect(updated?.at(-1)).toBe(4);
          const { rows } = await transaction.insert("People", [["f"]]);
          expect(rows[0]?.at(-1)).toBe(5);
        });
        expect(numbersOf(await readRows(store, "People"))).toEqual({ a: 1, c: 2, d: 3, e: 4, f: 5 });
      }));
  });

  test("positions stay exact after thousands of deletes at every place", () =>
    withStore(make, [people], async (store) => {
      let left: readonly string[] = Array.from({ length: 2_500 }, (_, at) => `k${at}`);
      await insertRows(
        store,
        "People",
        left.map((id) => [id]),
      );
      for (let round = 0; round < 10; round++) {
        const leaving = new Set(left.filter((_, at) => (at * 7 + round) % 5 === 0));
        await deleteRows(store, [...leaving]);
        left = left.filter((id) => !leaving.has(id));
        const keys = left.map((id) => [id]);
        const rows = await store.read((transaction) => transaction.getByKeys("People", keys));
        expect(rows.map((row) => [row?.[0], row?.at(-1)])).toEqual(left.map((id, at) => [id, at + 1]));
      }
      const values = left.filter((_, at) => at % 30 === 0);
      const inList = { column: 0, family: "text", values } as const;
      const plan = { table: "People", conditions: [], order: [], inList, context: testContext() };
      const found = (await store.read((transaction) => findAll(transaction, plan))).rows;
      for (const id of values) expect(found.find((row) => row[0] === id)?.at(-1)).toBe(left.indexOf(id) + 1);
    }));

  test("positions become stable and positions again", () =>
    withStore(make, [people], async (store) => {
      await insertRows(store, "People", [["a"], ["b"], ["c"]]);
      await deleteRows(store, ["a"]);
      await store.open([stablePeople]);
      const { b = 0, c = 0 } = numbersOf(await readRows(store, "People"));
      expect(Number(b)).toBeLessThan(Number(c));
      await deleteRows(store, ["b"]);
      expect(numbersOf(await readRows(store, "People"))).toEqual({ c });
      await insertRows(store, "People", [["d"]]);
      await store.open([people]);
      await insertRows(store, "People", [["e"]]);
      expect(numbersOf(await readRows(store, "People"))).toEqual({ c: 1, d: 2, e: 3 });
    }));

  describe("row numbers that are stable", () => {
    test.each([
      ["at the start", ["a"], { b: 2, c: 3, d: 4, e: 5 }],
      ["in the middle", ["c"], { a: 1, b: 2, d: 4, e: 5 }],
      ["at the end", ["e"], { a: 1, b: 2, c: 3, d: 4 }],
      ["everywhere", ["a", "b", "c", "d", "e"], {}],
    ])("stay after a delete %s, and the next is beyond all ever used", (_, deleted, left) =>
      withStore(make, [stablePeople], async (store) => {
        await insertRows(store, "People", fiveRows);
        await deleteRows(store, deleted);
        expect(numbersOf(await readRows(store, "People"))).toEqual(left);
        expect(numbersOf((await insertRows(store, "People", [["f"], ["g"]])).rows)).toEqual({ f: 6, g: 7 });
      }),
    );

    test("go on above all that were given, also after a rollback and a refused insert", () =>
      withStore(make, [stablePeople], async (store) => {
        await insertRows(store, "People", fiveRows);
        const failed = store.write(async (transaction) => {
          await transaction.insert("People", [["f"], ["g"]]);
          throw new Error("on purpose");
        });
        await expect(failed).rejects.toThrow("on purpose");
        await insertRows(store, "People", [["h"], ["a"]]);
        const [row] = (await insertRows(store, "People", [["i"]])).rows;
        expect(row?.at(-1)).toBeGreaterThan(5); // what was rolled back may be left out
        expect(await readRows(store, "People")).toHaveLength(6);
      }));
  });
}

const fiveRows: readonly Row[] = [["a"], ["b"], ["c"], ["d"], ["e"]];

function deleteRows(store: Store, ids: readonly string[]): Promise<void> {
  return store.write((transaction) =>
    transaction.delete(
      "People",
      ids.map((id) => [id]),
    ),
  );
}

/** The row number of each row by its key. */
function numbersOf(rows: readonly Row[]): Record<string, unknown> {
  return Object.fromEntries(rows.map((row) => [row[0], row.at(-1)]));
}
