import type { Row, Store, WriteTransaction } from "@tablewright/core/storage";
import { describe, expect, test } from "vitest";
import { insertRows } from "../insert-rows.ts";
import { firstValues, readRows } from "../read-rows.ts";
import { type MakeStore, withStore } from "../store-under-test.ts";
import { people, stablePeople } from "../tables/small-tables.ts";

/** Writes that say that they only insert, which a store may carry out together. */
export function describeLoneInserts(make: MakeStore): void {
  describe("writes that only insert", () => {
    test("many at once are each answered with their own rows and numbers", () =>
      withStore(make, [stablePeople], async (store) => {
        const sizes = Array.from({ length: 12 }, (_, at) => (at === 7 ? 30 : 1 + (at % 3)));
        const outcomes = await Promise.all(
          sizes.map((size, at) =>
            insertAlone(
              store,
              Array.from({ length: size }, (_, row) => [`${at}.${row}`]),
            ),
          ),
        );
        const rows = await readRows(store, "People");
        expect(new Set(rows.map((row) => row.at(-1))).size).toBe(rows.length);
        const answered = outcomes.flatMap((outcome) => outcome.rows);
        expect(answered.sort(byNumber)).toEqual(rows);
        expect(outcomes.map((outcome) => outcome.rows.length)).toEqual(sizes);
      }));

    test("of those that insert the same key one is successful, and the others' rows are not lost", () =>
      withStore(make, [people], async (store) => {
        await insertRows(store, "People", [["old"]]);
        const inserts: Row[][] = [[["a"]], [["b"]], [["b"]], [["new"], ["old"]], [["c"], ["c"]], [["d"]]];
        const outcomes = await Promise.all(inserts.map((rows) => insertAlone(store, rows)));
        const isRefused = outcomes.map(({ duplicates }) => duplicates.length > 0);
        expect(isRefused.filter((one) => one)).toHaveLength(3);
        expect([isRefused[0], isRefused[3], isRefused[4], isRefused[5]]).toEqual([false, true, true, false]);
        expect(outcomes[3]).toEqual({ rows: [], duplicates: [1] });
        const rows = await readRows(store, "People");
        expect(firstValues(rows).toSorted()).toEqual(["a", "b", "d", "old"]);
        expect(rows.map((row) => row.at(-1))).toEqual([1, 2, 3, 4]);
      }));

    test("one that throws takes its own rows back and no others", () =>
      withStore(make, [people], async (store) => {
        const settled = await Promise.allSettled(
          Array.from({ length: 9 }, (_, at) =>
            alone(store, async (transaction) => {
              await transaction.insert("People", [[`${at}`]]);
              if (at % 3 === 1) throw new Error(`on purpose ${at}`);
            }),
          ),
        );
        const errors = settled.map((one) => (one.status === "rejected" ? String(one.reason) : ""));
        expect(errors.filter((error) => error !== "")).toEqual(
          [1, 4, 7].map((at) => `Error: on purpose ${at}`),
        );
        const rows = await readRows(store, "People");
        expect(firstValues(rows).toSorted()).toEqual(["0", "2", "3", "5", "6", "8"]);
        expect(rows.map((row) => row.at(-1))).toEqual([1, 2, 3, 4, 5, 6]);
      }));

    test("one that does more than that does it all", () =>
      withStore(make, [people], async (store) => {
        await insertRows(store, "People", [["a", "Ada"]]);
        const [before] = await Promise.all([
          alone(store, async (transaction) => {
            await transaction.insert("People", [["b", "Bob"]]);
            const [row] = await transaction.getByKeys("People", [["a"]]);
            await transaction.update("People", [["a", "Ann"]]);
            return row?.[1];
          }),
          insertAlone(store, [["c", "Cyd"]]),
        ]);
        expect(before).toBe("Ada");
        expect((await readRows(store, "People")).map((row) => row[1]).sort()).toEqual(["Ann", "Bob", "Cyd"]);
      }));

    test("its transaction refuses what comes after its end", () =>
      withStore(make, [people], async (store) => {
        let ended: WriteTransaction | undefined;
        await alone(store, async (transaction) => {
          ended = transaction;
          await transaction.insert("People", [["a"]]);
        });
        await expect(ended?.insert("People", [["b"]])).rejects.toThrow();
        expect(firstValues(await readRows(store, "People"))).toEqual(["a"]);
      }));
  });
}

function insertAlone(store: Store, rows: readonly Row[]) {
  return alone(store, (transaction) => transaction.insert("People", rows));
}

function alone<T>(store: Store, work: (transaction: WriteTransaction) => Promise<T>): Promise<T> {
  return store.write(work, { batch: "insert" });
}

function byNumber(a: Row, b: Row): number {
  return Number(a.at(-1)) - Number(b.at(-1));
}
