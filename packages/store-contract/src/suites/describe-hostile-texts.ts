import { check, functionsByName, type TableScope } from "@tablewright/core/compiler";
import { findAll, type StoredTable } from "@tablewright/core/storage";
import { describe, expect, test } from "vitest";
import { answerPlan, finishFind } from "../finish-find.ts";
import { insertRows } from "../insert-rows.ts";
import { getRows, readRows } from "../read-rows.ts";
import { type MakeStore, withStore } from "../store-under-test.ts";
import { people, text } from "../tables/small-tables.ts";
import { testContext } from "../test-context.ts";

const hostileTexts = [
  "👩‍👩‍👧‍👦",
  "🏴󠁧󠁢󠁷󠁬󠁳󠁿",
  "e\u0301\u0323",
  "\u202eright to left",
  "\ufeff",
  "\u00a0",
  " ",
  "\t",
  "\r\n",
  "\n",
  "\u2028",
  "\u0001",
  "\u007f",
  "'",
  "''",
  '"',
  '""',
  "`",
  "\\",
  "\\n",
  "\\'",
  "'; DROP TABLE People; --",
  '"; DROP TABLE "People"; --',
  "/* */",
  "--",
  "$1",
  "?",
  ":name",
  "@name",
  "%",
  "_",
  "{}",
  "[]",
  '{"a":1}',
  "null",
  "NULL",
  "undefined",
  "NaN",
  "true",
  "0",
  "__proto__",
  "constructor",
  "toString",
  "hasOwnProperty",
  "\u{10ffff}",
  "\uffff",
  "\ue000",
  "Z\u0351\u036b\u0343",
];

const hostileNames = [
  "__proto__",
  "constructor",
  "toString",
  "Order",
  "select",
  'a "quoted" name',
  "it's",
  "semi;colon",
  "a.b",
  "a--b",
  "%",
  "ÄÖÜ",
  "äöü",
  "🚢 ships",
  "two  spaces",
  " ",
  "[brackets",
  "back`tick",
  "back\\slash",
  "$1",
  "?",
  "rowid",
  "_rowid_",
  "xmin",
  "ctid",
];

/** Texts and names that break careless code. Texts with NUL or lone surrogates never reach a store. */
export function describeHostileTexts(make: MakeStore): void {
  describe("hostile texts", () => {
    test("any text can be a value and a key", () =>
      withStore(make, [people], async (store) => {
        const rows = hostileTexts.map((one) => [one, one, one, null]);
        expect((await insertRows(store, "People", rows)).duplicates).toEqual([]);
        expect(await readRows(store, "People")).toEqual(rows.map((row, at) => [...row, at + 1]));
        const matches = await getRows(
          store,
          "People",
          hostileTexts.map((one) => [one]),
        );
        expect(matches.map((row) => row?.[1])).toEqual(hostileTexts);
        await store.write((transaction) =>
          transaction.delete(
            "People",
            hostileTexts.map((one) => [one]),
          ),
        );
        expect(await readRows(store, "People")).toEqual([]);
      }));

    test("a text of 1 MB stays whole", () =>
      withStore(make, [people], async (store) => {
        const long = "🚢 0123456789'\"\\\n".repeat(65_536).slice(0, 1_048_576);
        await insertRows(store, "People", [
          ["a", long],
          ["b", `${long.slice(0, -1)}x`],
        ]);
        const [a, b] = await readRows(store, "People");
        expect(a?.[1] === long).toBe(true);
        expect(b?.[1] === `${long.slice(0, -1)}x`).toBe(true);
      }));

    test("any text can be looked for", () =>
      withStore(make, [people], async (store) => {
        await insertRows(
          store,
          "People",
          hostileTexts.map((one, at) => [`${at}`, one, one]),
        );
        const conditions = [
          checkPeople("[_PARAM].[wanted] = [Team]"),
          checkPeople("[Name] = [_PARAM].[wanted]"),
        ];
        const stored = await readRows(store, "People");
        for (const [at, expected] of hostileTexts.entries()) {
          const context = { ...testContext(), parameters: new Map([["wanted", expected]]) };
          const plan = { table: "People", conditions, order: [], context };
          const result = finishFind(await store.read((transaction) => findAll(transaction, plan)), plan);
          expect(result, JSON.stringify(expected)).toEqual(answerPlan(stored, plan));
          expect(result).toContainEqual(stored[at]);
        }
      }));

    test("a text that no store keeps is the key of no row", () =>
      withStore(make, [people], async (store) => {
        await insertRows(store, "People", [["a", "a", "a", null]]);
        const keys = ["\0", "a", "a\0", "\ud800", "a", "\udc00"].map((one) => [one]);
        const matches = await getRows(store, "People", keys);
        expect(matches.map((row) => row?.[0])).toEqual([
          undefined,
          "a",
          undefined,
          undefined,
          "a",
          undefined,
        ]);
        expect(await getRows(store, "People", [["\0"]])).toEqual([undefined]);
        await store.write((transaction) => transaction.delete("People", [["a\0"], ["\ud800"]]));
        expect(await readRows(store, "People")).toHaveLength(1);
      }));

    test("any text can name a table and a column", () =>
      withStore(make, hostileTables, async (store) => {
        for (const { name, columns } of hostileTables) {
          const row = columns.map((column) => `${column.name} of ${name}`);
          await insertRows(store, name, [row]);
          const changed = row.map((value, column) => (column === 0 ? value : `${value}, changed`));
          await store.write((transaction) => transaction.update(name, [changed]));
        }
        for (const { name, columns } of hostileTables) {
          const [key = "", ...others] = columns.map((column) => `${column.name} of ${name}`);
          const expected = [key, ...others.map((value) => `${value}, changed`), 1];
          expect(await readRows(store, name), name).toEqual([expected]);
          expect(await getRows(store, name, [[key]])).toEqual([expected]);
        }
      }));
  });
}

/** A table with these columns, every other one indexed. */
function tableNamed(name: string, names: readonly string[]): StoredTable {
  const columns = [text("Key"), ...names.map((column, at) => text(column, at % 2 === 0))];
  return { name, columns, key: [0], rowNumbers: "position" };
}

/** One table with a column of every hostile name, and one of every hostile name with a column of that. */
const hostileTables: readonly StoredTable[] = [
  tableNamed("Every name", hostileNames),
  ...hostileNames.map((name) => tableNamed(name, [name])),
];

function checkPeople(source: string) {
  const columns = people.columns.map(({ name, kind }, index) => {
    const type = { kind: kind === "text" ? ("Text" as const) : ("Number" as const) };
    return { isVirtual: false as const, name, type, index };
  });
  const row: TableScope = {
    name: "People",
    columns,
    key: columns.slice(0, 1),
    rowNumberIndex: columns.length,
  };
  const { output } = check(
    source,
    {
      tables: new Map([["People", row]]),
      slices: new Map(),
      row,
      this: undefined,
      change: false,
      functions: functionsByName,
      blanks: "consistent",
      locale: "en-US",
    },
    { kind: "Yes/No" },
  );
  if (output === undefined) throw new Error(`The language does not take ${source}.`);
  return output;
}
