import { setTimeout as wait } from "node:timers/promises";
import type { Row, Store, WriteTransaction } from "@tablewright/core/storage";
import { describe, expect, test } from "vitest";
import { insertRows } from "../insert-rows.ts";
import { firstValues, readRows } from "../read-rows.ts";
import { type MakeStore, withStore } from "../store-under-test.ts";
import { lines, people } from "../tables/small-tables.ts";

/** Writes that say that they read rows by their keys and update these, which a store may carry out together. */
export function describeLoneUpdates(make: MakeStore): void {
  describe("writes that only update what they have read", () => {
    test("many at once are each answered with their own rows", () =>
      withStore(make, [people], async (store) => {
        const keys = await insertPeople(store, 24);
        const answered = await Promise.all(
          keys.slice(0, 12).map((key, at) => grow(store, [key, ...keys.slice(12 + at, 13 + at)])),
        );
        const rows = await readRows(store, "People");
        expect(rows).toEqual(keys.map((key, at) => [key, null, null, 1, at + 1]));
        expect(answered.map(firstValues)).toEqual(keys.slice(0, 12).map((key, at) => [key, keys[12 + at]]));
        expect(answered.flat().toSorted(byNumber)).toEqual(rows);
      }));

    test("many more rows than share a commit are updated all the same", () =>
      withStore(make, [people], async (store) => {
        const keys = await insertPeople(store, 30);
        await Promise.all([grow(store, keys.slice(0, 25)), grow(store, keys.slice(25))]);
        expect((await readRows(store, "People")).map((row) => row[3])).toEqual(keys.map(() => 1));
      }));

    test("those that update the same row come one after the other", () =>
      withStore(make, [people], async (store) => {
        const [first = "", second = ""] = await insertPeople(store, 2);
        const which = Array.from(
          { length: 12 },
          (_, at) => [[first], [second, first], [second]][at % 3] ?? [],
        );
        await Promise.all(which.map((keys) => grow(store, keys)));
        expect((await readRows(store, "People")).map((row) => row[3])).toEqual([8, 8]);
      }));

    test("keys of several parts are told from one another", () =>
      withStore(make, [lines], async (store) => {
        const rows: Row[] = [1, 2, 3, 4].map((at) => [`p${at % 2}`, 0, at]);
        await insertRows(store, "Lines", rows);
        const raise = ([product, , order]: Row) =>
          lone(store, async (transaction) => {
            const [row] = await transaction.getByKeys("Lines", [[order ?? null, product ?? null]]);
            await transaction.update("Lines", [[product ?? null, Number(row?.[1]) + 1, order ?? null]]);
          });
        await Promise.all([...rows, ...rows].map(raise));
        expect((await readRows(store, "Lines")).map((row) => row[1])).toEqual([2, 2, 2, 2]);
      }));

    test("one that throws, before or after it updates, takes back its own and no others", () =>
      withStore(make, [people], async (store) => {
        const keys = await insertPeople(store, 9);
        const settled = await Promise.allSettled(
          keys.map((key, at) =>
            lone(store, async (transaction) => {
              const [row] = await transaction.getByKeys("People", [[key]]);
              if (at % 3 === 1) throw new Error(`before ${at}`);
              await transaction.update("People", [grown(row)]);
              if (at === 5) throw new Error(`after ${at}`);
            }),
          ),
        );
        expect(settled.flatMap((one) => (one.status === "rejected" ? [String(one.reason)] : []))).toEqual([
          "Error: before 1",
          "Error: before 4",
          "Error: after 5",
          "Error: before 7",
        ]);
        const ages = (await readRows(store, "People")).map((row) => row[3]);
        expect(ages).toEqual([1, 0, 1, 1, 0, 0, 1, 0, 1]);
      }));

    test("one that updates nothing is answered with what it has read", () =>
      withStore(make, [people], async (store) => {
        const keys = await insertPeople(store, 3);
        const [read] = await Promise.all([
          lone(store, (transaction) => transaction.getByKeys("People", [["0"], ["missing"], ["0"]])),
          ...keys.slice(1).map((key) => grow(store, [key])),
        ]);
        const row = ["0", null, null, 0, 1];
        expect(read).toEqual([row, undefined, row]);
      }));

    test.each([
      ["before it updates", true],
      ["after it has updated", false],
    ])("one that takes long %s is completed", (_, isBefore) =>
      withStore(make, [people], async (store) => {
        const keys = await insertPeople(store, 4);
        await Promise.all(
          keys.map((key, at) =>
            lone(store, async (transaction) => {
              const [row] = await transaction.getByKeys("People", [[key]]);
              if (at === 2 && isBefore) await wait(LONG);
              await transaction.update("People", [grown(row)]);
              if (at === 2 && !isBefore) await wait(LONG);
            }),
          ),
        );
        expect((await readRows(store, "People")).map((row) => row[3])).toEqual([1, 1, 1, 1]);
      }),
    );

    test("one that does more than that does it all", () =>
      withStore(make, [people], async (store) => {
        const keys = await insertPeople(store, 3);
        const [names] = await Promise.all([
          lone(store, async (transaction) => {
            const [row] = await transaction.getByKeys("People", [["0"]]);
            await transaction.update("People", [grown(row)]);
            await transaction.update("People", [["1", "Bob", null, 5]]);
            await transaction.insert("People", [["new", "Cyd"]]);
            const again = await transaction.getByKeys("People", [["1"], ["new"]]);
            return again.map((one) => one?.[1]);
          }),
          ...keys.slice(2).map((key) => grow(store, [key])),
        ]);
        expect(names).toEqual(["Bob", "Cyd"]);
        expect((await readRows(store, "People")).map((row) => row[3])).toEqual([1, 5, 1, null]);
      }));

    test.each<[string, Row]>([
      ["rows of another table than it has read", ["0", "Eve", null, 7]],
      ["other rows than it has read", ["1", "Eve", null, 7]],
    ])("one that updates %s does so", (_, row) =>
      withStore(make, [people, { ...people, name: "Others" }], async (store) => {
        await insertPeople(store, 1);
        await insertRows(store, "Others", [["0"], ["1"]]);
        const [, updated] = await Promise.all([
          grow(store, ["0"]),
          lone(store, async (transaction) => {
            await transaction.getByKeys(row[0] === "0" ? "People" : "Others", [["0"]]);
            return transaction.update("Others", [row]);
          }),
        ]);
        const others = await readRows(store, "Others");
        expect(others.filter((one) => one[0] === row[0])).toEqual(updated);
        expect(others.map((one) => one[3])).toEqual(row[0] === "0" ? [7, null] : [null, 7]);
        expect((await readRows(store, "People")).map((one) => one[3])).toEqual([1]);
      }),
    );

    test("a row that is not there is an error, and the others' are updated", () =>
      withStore(make, [people], async (store) => {
        const keys = await insertPeople(store, 3);
        const missing = lone(store, async (transaction) => {
          await transaction.getByKeys("People", [["missing"]]);
          await transaction.update("People", [["missing", "Nemo"]]);
        });
        await Promise.all([
          expect(missing).rejects.toThrow("missing"),
          ...keys.map((key) => grow(store, [key])),
        ]);
        expect((await readRows(store, "People")).map((row) => row[3])).toEqual([1, 1, 1]);
      }));

    test("its transaction refuses what comes after its end", () =>
      withStore(make, [people], async (store) => {
        await insertPeople(store, 1);
        let ended: WriteTransaction | undefined;
        const [row] = await lone(store, async (transaction) => {
          ended = transaction;
          return transaction.getByKeys("People", [["0"]]);
        });
        await expect(ended?.update("People", [grown(row)])).rejects.toThrow();
        expect((await readRows(store, "People")).map((one) => one[3])).toEqual([0]);
      }));
  });
}

/** People of the age 0; answers their keys. */
async function insertPeople(store: Store, count: number): Promise<readonly string[]> {
  const keys = Array.from({ length: count }, (_, at) => String(at));
  await insertRows(
    store,
    "People",
    keys.map((key) => [key, null, null, 0]),
  );
  return keys;
}

function grow(store: Store, keys: readonly string[]): Promise<readonly Row[]> {
  return lone(store, async (transaction) => {
    const rows = await transaction.getByKeys(
      "People",
      keys.map((key) => [key]),
    );
    return transaction.update("People", rows.map(grown));
  });
}

/** A person a year later. */
function grown(row: Row | undefined): Row {
  const [id = null, name = null, team = null, age] = row ?? [];
  return [id, name, team, Number(age) + 1];
}

function lone<T>(store: Store, work: (transaction: WriteTransaction) => Promise<T>): Promise<T> {
  return store.write(work, { batch: "update" });
}

function byNumber(a: Row, b: Row): number {
  return Number(a.at(-1)) - Number(b.at(-1));
}

/** Milliseconds: longer than others wait for one with which they share a commit. */
const LONG = 50;
