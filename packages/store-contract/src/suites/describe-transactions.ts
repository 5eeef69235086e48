import type { Row, Store, WriteTransaction } from "@tablewright/core/storage";
import { describe, expect, test } from "vitest";
import { insertRows } from "../insert-rows.ts";
import { firstValues, readRows, rowsIn } from "../read-rows.ts";
import { type MakeStore, withStore } from "../store-under-test.ts";
import { lines, people, stablePeople } from "../tables/small-tables.ts";

/** Commit, rollback and what a transaction sees of itself. */
export function describeTransactions(make: MakeStore): void {
  describe("transactions", () => {
    test("read and write answer what their work answers", () =>
      withStore(make, [people], async (store) => {
        expect(await store.read(async () => 1)).toBe(1);
        expect(await store.write(async () => "two")).toBe("two");
      }));

    test("a commit keeps the changes to all tables", () =>
      withStore(make, [people, lines], async (store) => {
        await store.write(async (transaction) => {
          await transaction.insert("People", [["a"]]);
          await transaction.insert("Lines", [["tea", 1, 1]]);
        });
        expect(firstValues(await readRows(store, "People"))).toEqual(["a"]);
        expect(firstValues(await readRows(store, "Lines"))).toEqual(["tea"]);
      }));

    test.each([
      ["positions", people],
      ["stable row numbers", stablePeople],
    ])("a throw leaves everything as it was, with %s", (_, table) =>
      withStore(make, [table, lines], async (store) => {
        await insertRows(store, "People", firstRows);
        await insertRows(store, "Lines", [["tea", 1, 1]]);
        await store.write((transaction) => transaction.delete("People", [["b"]]));
        const before = await stateOf(store);
        const reason = { thrown: "on purpose" };
        const failed = store.write(async (transaction) => {
          await changeEverything(transaction);
          throw reason;
        });
        await expect(failed).rejects.toBe(reason);
        expect(await stateOf(store)).toEqual(before);
        await store.write(changeEverything);
        const fresh = await afterTheSameOnAFreshStore(make, table);
        // Of numbers that are not positions, those of a rollback may be left out.
        if (table === people) expect(await stateOf(store)).toEqual(fresh);
        else expect(withoutNumbers(await stateOf(store))).toEqual(withoutNumbers(fresh));
      }),
    );

    test("a transaction reads its own writes", () =>
      withStore(make, [people], async (store) => {
        await insertRows(store, "People", firstRows);
        await store.write(async (transaction) => {
          await transaction.insert("People", [["e", "Eve"]]);
          await transaction.update("People", [["a", "Ann"]]);
          await transaction.delete("People", [["b"]]);
          const rows = await transaction.getByKeys("People", [["a"], ["b"], ["e"]]);
          expect(rows.map((row) => row?.[1])).toEqual(["Ann", undefined, "Eve"]);
          expect(firstValues(await rowsIn(transaction, "People"))).toEqual(["a", "c", "d", "e"]);
        });
      }));

    test("a failed call that is caught does not undo the others", () =>
      withStore(make, [people], async (store) => {
        await store.write(async (transaction) => {
          await transaction.insert("People", [["a"]]);
          expect((await transaction.insert("People", [["a"]])).duplicates).toEqual([0]);
          await transaction.insert("People", [["b"]]);
        });
        expect(firstValues(await readRows(store, "People"))).toEqual(["a", "b"]);
      }));

    test("a transaction that has ended refuses to be used", () =>
      withStore(make, [people], async (store) => {
        const ended: WriteTransaction[] = [];
        await store.write(async (transaction) => ended.push(transaction));
        const failed = store.write(async (transaction) => {
          ended.push(transaction);
          throw new Error("on purpose");
        });
        await expect(failed).rejects.toThrow("on purpose");
        for (const transaction of ended) {
          await expect(transaction.insert("People", [["a"]])).rejects.toThrow(/ended/);
          await expect(transaction.update("People", [["a"]])).rejects.toThrow(/ended/);
          await expect(transaction.delete("People", [["a"]])).rejects.toThrow(/ended/);
          await expect(transaction.getByKeys("People", [["a"]])).rejects.toThrow(/ended/);
          await expect(rowsIn(transaction, "People")).rejects.toThrow(/ended/);
        }
        const reader = await store.read(async (transaction) => ({ transaction }));
        await expect(rowsIn(reader.transaction, "People")).rejects.toThrow(/ended/);
        const lone = await store.read(async (transaction) => ({ transaction }), { keysOnly: true });
        await expect(lone.transaction.getByKeys("People", [["a"]])).rejects.toThrow(/ended/);
        expect(await readRows(store, "People")).toEqual([]);
      }));

    test("a write inside a write is refused; it would wait for itself for ever", () =>
      withStore(make, [people], async (store) => {
        await store.write(async (transaction) => {
          await transaction.insert("People", [["a"]]);
          await expect(insertRows(store, "People", [["b"]])).rejects.toThrow(/inside a write/);
        });
        await insertRows(store, "People", [["c"]]);
        expect(firstValues(await readRows(store, "People"))).toEqual(["a", "c"]);
      }));
  });
}

const firstRows: readonly Row[] = [
  ["a", "Ada", "Red", 36],
  ["b"],
  ["c", "Cyd", "Blue", 1],
  ["d", "Dan", "Red", 2],
];

async function changeEverything(transaction: WriteTransaction): Promise<void> {
  await transaction.insert("People", [["e", "Eve", "Red", 3], ["f"]]);
  await transaction.update("People", [
    ["a", "Ann", "Blue", 37],
    ["e", "Eva", null, 4],
  ]);
  await transaction.delete("People", [["c"], ["f"]]);
  await transaction.insert("People", [["c", "Cyd again"]]);
  await transaction.update("Lines", [["tea", 100, 1]]);
  await transaction.insert("Lines", [["rum", 2, 1]]);
}

async function afterTheSameOnAFreshStore(make: MakeStore, table: typeof people) {
  let state: State = { rows: [], byKey: [], lines: [] };
  await withStore(make, [table, lines], async (store) => {
    await insertRows(store, "People", firstRows);
    await insertRows(store, "Lines", [["tea", 1, 1]]);
    await store.write((transaction) => transaction.delete("People", [["b"]]));
    await store.write(changeEverything);
    state = await stateOf(store);
  });
  return state;
}

interface State {
  readonly rows: readonly Row[];
  readonly byKey: readonly (Row | undefined)[];
  readonly lines: readonly Row[];
}

function withoutNumbers({ rows, byKey, lines }: State): State {
  const values = (some: readonly (Row | undefined)[]) => some.map((row) => row?.slice(0, -1) ?? []);
  return { rows: values(rows), byKey: values(byKey), lines };
}

/** Everything that can be read: rows in order, and each key looked up. */
async function stateOf(store: Store): Promise<State> {
  const rows = await readRows(store, "People");
  const byKey = await store.read((transaction) =>
    transaction.getByKeys("People", [["a"], ["b"], ["c"], ["d"], ["e"], ["f"]]),
  );
  return { rows, byKey, lines: await readRows(store, "Lines") };
}
