import type { Row, Value } from "@tablewright/core/storage";
import { describe, expect, test } from "vitest";
import { insertRows } from "../insert-rows.ts";
import { firstValues, getRows, readRows } from "../read-rows.ts";
import { type MakeStore, withStore } from "../store-under-test.ts";
import { lines, pairs, people } from "../tables/small-tables.ts";

/** Pairs of parts that run together when joined, escaped or quoted carelessly. */
const collidingPairs: readonly [string, string][] = [
  ["a", "b: c"],
  ["a: b", "c"],
  ["a", ": b"],
  ["a:", " b"],
  ["a,b", "c"],
  ["a", "b,c"],
  ['a"', "b"],
  ["a", '"b'],
  ['["a"', 'b"]'],
  ["a\\", "b"],
  ["a", "\\b"],
  ["a|b", "c"],
  ["a", "b|c"],
  ["a\u001f", "b"],
  ["a", "\u001fb"],
  ["1", "2"],
  ["12", " "],
  ["ab", "ab"],
  ["abab", " "],
  ["a", "A"],
  ["A", "a"],
  ["null", "x"],
  ["x", "null"],
];

/** Texts that are different keys although a comparison or a database may take some of them for equal. */
const exactTexts = [
  "a",
  "A",
  "a ",
  " a",
  "ä",
  "a\u0308",
  "ß",
  "ss",
  "ẞ",
  "1",
  "01",
  "1.0",
  "🚢",
  "🚢\ufe0f",
  "ﬀ",
  "ff",
];

/** Keys: exact identity, several parts, duplicates. */
export function describeKeys(make: MakeStore): void {
  describe("keys", () => {
    test("a key names its row exactly, case and spaces included", () =>
      withStore(make, [people], async (store) => {
        const outcome = await insertRows(
          store,
          "People",
          exactTexts.map((id) => [id, id]),
        );
        expect(outcome.duplicates).toEqual([]);
        const matches = await getRows(
          store,
          "People",
          exactTexts.map((id) => [id]),
        );
        expect(matches.map((row) => row?.[0])).toEqual(exactTexts);
        expect(await getRows(store, "People", [["Ä"], ["SS"], ["B"]])).toEqual([
          undefined,
          undefined,
          undefined,
        ]);
      }));

    test("keys of several parts are told apart part by part", () =>
      withStore(make, [pairs], async (store) => {
        const rows: Row[] = collidingPairs.map(([left, right], at) => [left, right, at]);
        expect((await insertRows(store, "Pairs", rows)).duplicates).toEqual([]);
        const matches = await getRows(store, "Pairs", collidingPairs);
        expect(matches.map((row) => row?.[2])).toEqual(collidingPairs.map((_, at) => at));
        expect(
          await getRows(store, "Pairs", [
            ["a", "b"],
            ["b", "a"],
          ]),
        ).toEqual([undefined, undefined]);
      }));

    test("key parts are given in the key's order, wherever they stand in the row", () =>
      withStore(make, [lines], async (store) => {
        await insertRows(store, "Lines", [
          ["tea", 5, 1],
          ["tea", 6, 2],
          ["rum", 7, 1],
        ]);
        const quantities = (found: readonly (Row | undefined)[]) => found.map((row) => row?.[1]);
        expect(
          quantities(
            await getRows(store, "Lines", [
              [1, "rum"],
              [2, "tea"],
              [2, "rum"],
            ]),
          ),
        ).toEqual([7, 6, undefined]);
        await store.write(async (transaction) => {
          await transaction.update("Lines", [["tea", 50, 2]]);
          await transaction.delete("Lines", [[1, "tea"]]);
        });
        expect(await readRows(store, "Lines")).toEqual([
          ["tea", 50, 2, 1],
          ["rum", 7, 1, 2],
        ]);
      }));

    test("whole numbers are keys up to the largest", () =>
      withStore(make, [{ ...people, key: [3] }], async (store) => {
        const ages = [0, 1, -1, 2 ** 31, 2 ** 32 + 1, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER];
        await insertRows(
          store,
          "People",
          ages.map((age) => [String(age), null, null, age]),
        );
        const matches = await getRows(
          store,
          "People",
          ages.map((age) => [age]),
        );
        expect(matches.map((row) => row?.[0])).toEqual(ages.map(String));
      }));

    test("each key asked for is answered, in order, missing and repeated ones too", () =>
      withStore(make, [people], async (store) => {
        await insertRows(store, "People", [["a"], ["b"], ["c"]]);
        const matches = await getRows(store, "People", [["c"], ["x"], ["a"], ["c"], ["y"], ["x"]]);
        expect(matches.map((row) => row?.[0])).toEqual(["c", undefined, "a", "c", undefined, undefined]);
        expect(await getRows(store, "People", [])).toEqual([]);
      }));

    test("a key twice in one insert inserts nothing", () =>
      withStore(make, [people], async (store) => {
        const rows = [["a"], ["b"], ["a"], ["c"], ["a"], ["b"]];
        expect(await insertRows(store, "People", rows)).toEqual({ rows: [], duplicates: [2, 4, 5] });
        expect(await readRows(store, "People")).toEqual([]);
      }));

    test("a key that exists already inserts nothing, and the transaction goes on", () =>
      withStore(make, [people], async (store) => {
        await insertRows(store, "People", [["a"], ["b"]]);
        await store.write(async (transaction) => {
          const outcome = await transaction.insert("People", [["c"], ["b"], ["c"], ["A"]]);
          expect(outcome).toEqual({ rows: [], duplicates: [1, 2] });
          expect((await transaction.insert("People", [["d"]])).rows).toEqual([["d", null, null, null, 3]]);
        });
        expect(firstValues(await readRows(store, "People"))).toEqual(["a", "b", "d"]);
      }));

    test("of many rows one key that exists, or is there twice, is found, and the transaction goes on", () =>
      withStore(make, [people], async (store) => {
        await insertRows(store, "People", [["row 7"]]);
        const rows = Array.from({ length: 50 }, (_, at) => [`row ${at}`]);
        await store.write(async (transaction) => {
          expect(await transaction.insert("People", rows)).toEqual({ rows: [], duplicates: [7] });
          const twice = [["x"], ...rows.slice(10), ["x"]];
          expect(await transaction.insert("People", twice)).toEqual({ rows: [], duplicates: [41] });
          const { rows: added } = await transaction.insert("People", rows.slice(8));
          expect(added.map((row) => [row[0], row.at(-1)])).toEqual(
            rows.slice(8).map(([key], at) => [key, at + 2]),
          );
        });
        expect(firstValues(await readRows(store, "People"))).toEqual([
          "row 7",
          ...rows.slice(8).map(([key]) => key),
        ]);
      }));

    test("a key of several parts is a duplicate only when all parts are the same", () =>
      withStore(make, [pairs], async (store) => {
        await insertRows(store, "Pairs", [["a", "b", 1]]);
        const outcome = await insertRows(store, "Pairs", [
          ["a", "c", 2],
          ["a", "b", 3],
          ["b", "b", 4],
          ["a", "c", 5],
        ]);
        expect(outcome.duplicates).toEqual([1, 3]);
        const values: readonly Value[][] = [["a", "b", 1, 1]];
        expect(await readRows(store, "Pairs")).toEqual(values);
      }));
  });
}
