import type { Store } from "@tablewright/core/storage";
import { describe, expect, test } from "vitest";
import { insertRows } from "../insert-rows.ts";
import { firstValues, getRows, readRows, rowsIn } from "../read-rows.ts";
import { type MakeStore, withStore } from "../store-under-test.ts";
import { people } from "../tables/small-tables.ts";

/** Several readers and writers at once. */
export function describeConcurrency(make: MakeStore): void {
  describe("concurrency", () => {
    test("50 writers that read, wait and increment lose nothing", () =>
      withStore(make, [people], async (store) => {
        await insertRows(store, "People", [["a", null, null, 0]]);
        await Promise.all(Array.from({ length: 50 }, () => increment(store)));
        expect((await getRows(store, "People", [["a"]]))[0]?.[3]).toBe(50);
      }));

    test("writers that fail do not hold up the others", () =>
      withStore(make, [people], async (store) => {
        await insertRows(store, "People", [["a", null, null, 0]]);
        const settled = await Promise.allSettled(
          Array.from({ length: 30 }, (_, at) => increment(store, at % 3 === 0)),
        );
        expect(settled.filter(({ status }) => status === "rejected")).toHaveLength(10);
        expect((await getRows(store, "People", [["a"]]))[0]?.[3]).toBe(20);
      }));

    test("of writers that insert the same key at once one is successful", () =>
      withStore(make, [people], async (store) => {
        const outcomes = await Promise.all(
          Array.from({ length: 10 }, () => insertRows(store, "People", [["a"]])),
        );
        expect(outcomes.filter(({ rows }) => rows.length === 1)).toHaveLength(1);
        expect(firstValues(await readRows(store, "People"))).toEqual(["a"]);
      }));

    test("row numbers have no gaps and no doubles when many insert at once", () =>
      withStore(make, [people], async (store) => {
        await Promise.all(
          Array.from({ length: 20 }, (_, at) => insertRows(store, "People", [[`${at}`], [`${at}b`]])),
        );
        const numbers = (await readRows(store, "People")).map((row) => row.at(-1));
        expect(numbers).toEqual(Array.from({ length: 40 }, (_, at) => at + 1));
      }));

    test("a reader does not wait for a writer and sees nothing of it before it commits", () =>
      withStore(make, [people], async (store) => {
        await insertRows(store, "People", [
          ["a", "Ada"],
          ["b", "Bob"],
        ]);
        const before = await readRows(store, "People");
        await store.write(async (transaction) => {
          await transaction.insert("People", [["c", "Cyd"]]);
          await transaction.update("People", [["b", "Bea"]]);
          await transaction.delete("People", [["a"]]);
          expect(await readRows(store, "People")).toEqual(before);
          const [a, , c] = await getRows(store, "People", [["a"], ["b"], ["c"]]);
          expect([a?.[1], c]).toEqual(["Ada", undefined]);
        });
        expect(firstValues(await readRows(store, "People"))).toEqual(["b", "c"]);
      }));

    test("a reader keeps the snapshot it began with while others commit", () =>
      withStore(make, [people], async (store) => {
        await insertRows(store, "People", [
          ["a", "Ada"],
          ["b", "Bob"],
          ["c", "Cyd"],
        ]);
        await store.read(async (transaction) => {
          const before = await rowsIn(transaction, "People");
          await store.write((writer) => writer.delete("People", [["a"]]));
          await insertRows(store, "People", [["d", "Dan"]]);
          await store.write((writer) => writer.update("People", [["b", "Bea"]]));
          expect(await rowsIn(transaction, "People")).toEqual(before);
          const rows = await transaction.getByKeys("People", [["a"], ["b"], ["c"], ["d"]]);
          expect(rows).toEqual([...before, undefined]);
        });
        expect((await readRows(store, "People")).map((row) => row[1])).toEqual(["Bea", "Cyd", "Dan"]);
      }));

    test("calls of one transaction may run side by side", () =>
      withStore(make, [people], async (store) => {
        await store.write(async (transaction) => {
          const ids = Array.from({ length: 10 }, (_, at) => `k${at}`);
          await Promise.all(ids.map((id) => transaction.insert("People", [[id]])));
          const rows = await Promise.all(ids.map((id) => transaction.getByKeys("People", [[id]])));
          expect(rows.map(([row]) => row?.[0])).toEqual(ids);
        });
        expect(await readRows(store, "People")).toHaveLength(10);
      }));
  });
}

/** Adds 1 to the age of "a", with a pause between reading and writing; fails at the end when told to. */
async function increment(store: Store, fails = false): Promise<void> {
  await store.write(async (transaction) => {
    const [row] = await transaction.getByKeys("People", [["a"]]);
    await new Promise((resolve) => setTimeout(resolve, 0));
    await transaction.update("People", [["a", null, null, Number(row?.[3]) + 1]]);
    if (fails) throw new Error("on purpose");
  });
}
