/** What is particular to PostgreSQL: what stands in its tables, and how they change over time. */
import { findAll, type Row, type Store, type StoredTable } from "@tablewright/core/storage";
import { testContext } from "@tablewright/store-contract";
import { describe, expect, test } from "vitest";
import { type PostgresOptions, postgresStore } from "../src/index.ts";
import { ask, server, temporarySchema } from "./temporary-schema.ts";

const things: StoredTable = {
  name: "Things",
  columns: [
    { name: "Id", kind: "text", family: "text", indexed: false },
    { name: "Day", kind: "integer", family: "date", indexed: true },
    { name: "At", kind: "integer", family: "datetime", indexed: false },
    { name: "Clock", kind: "integer", family: "time", indexed: false },
    { name: "Span", kind: "integer", family: "duration", indexed: false },
    { name: "Flag", kind: "boolean", family: "yes/no", indexed: true },
    { name: "Tags", kind: "json", family: "list", indexed: true },
    { name: "Share", kind: "real", family: "number", indexed: true },
    { name: "Note", kind: "text", family: "text", indexed: true },
  ],
  key: [0],
  rowNumbers: "position",
};

describe.skipIf(server === "")("tables of PostgreSQL", () => {
  test("other programs read dates, times, yes/no and lists as everybody writes them", () =>
    withStore(async (store, { schema }) => {
      await store.open([things]);
      await insert(store, [["a", -1, -1, 3_723, -5, true, ["x\0", 0.1], 2, "ä"]]);
      expect(await ask(`select * from "${schema}"."Things"`)).toEqual([
        {
          _Slot: "1",
          Id: "a",
          Day: "1969-12-31",
          At: "1969-12-31T23:59:59",
          Clock: "01:02:03",
          Span: "-5",
          Flag: true,
          Tags: '["x\\u0000",0.1]',
          Share: 2,
          Note: "ä",
        },
      ]);
    }));

  test("positions stay exact after thousands of deletes at every place", () =>
    withStore(async (store) => {
      await store.open([things]);
      let left: readonly Row[] = Array.from({ length: 5_000 }, (_, at) => [`k${at}`]);
      await insert(store, left);
      for (let round = 0; round < 10; round++) {
        const leaving = new Set(left.filter((_, at) => (at * 7 + round) % 5 === 0));
        await store.write((transaction) => transaction.delete("Things", [...leaving] as string[][]));
        left = left.filter((row) => !leaving.has(row));
        const found = await store.read((transaction) => transaction.getByKeys("Things", left as string[][]));
        expect(found.map((row) => [row?.[0], row?.at(-1)])).toEqual(left.map(([id], at) => [id, at + 1]));
      }
    }));

  test("row numbers become stable and positions again", () =>
    withStore(async (store) => {
      await store.open([things]);
      await insert(store, [["a"], ["b"], ["c"]]);
      await deleteOne(store, "a");
      await store.open([{ ...things, rowNumbers: "stable" }]);
      await deleteOne(store, "b");
      expect(await numbers(store)).toEqual({ c: 2 });
      await insert(store, [["d"]]);
      await store.open([things]);
      await insert(store, [["e"]]);
      expect(await numbers(store)).toEqual({ c: 1, d: 2, e: 3 });
    }));

  test("names that are too long, of the system's own, or not told apart are kept under other names", () =>
    withStore(async (store) => {
      const long = "ä".repeat(40);
      const named = (name: string, ...columns: string[]): StoredTable => ({
        name,
        columns: columns.map((one) => ({ name: one, kind: "text", family: "text", indexed: true })),
        key: [0],
        rowNumbers: "position",
      });
      const tables = [
        named("tablewright_store", "xmin", "ctid", "_Slot", "_slot", "tableoid"),
        named("pg_class", "a", "A"),
        named(long, `${long}1`, `${long}2`, `${long}3`),
        named(`${long}2`, long),
        named(`${long}2 by ${long}`, "Id"),
      ];
      await store.open(tables);
      await store.open(tables);
      for (const { name, columns } of tables) {
        const row = columns.map(({ name: column }) => `${column} of ${name}`);
        await store.write((transaction) => transaction.insert(name, [row]));
        const found = await store.read((transaction) => transaction.getByKeys(name, [row.slice(0, 1)]));
        expect(found).toEqual([[...row, 1]]);
      }
    }));

  test("a text of any length fits in a column with an index, and comes back", () =>
    withStore(async (store) => {
      await store.open([things]);
      const long = Array.from({ length: 100_000 }, (_, at) =>
        String.fromCodePoint(0x4e00 + ((at * 7_919) % 20_000)),
      );
      await insert(store, [["a", null, null, null, null, null, null, null, long.join("")]]);
      const [row] = await store.read((transaction) => transaction.getByKeys("Things", [["a"]]));
      expect(row?.[8] === long.join("")).toBe(true);
    }));

  test("an index that somebody has dropped is made again, and none is made twice", () =>
    withStore(async (store, { schema }) => {
      const indexes = async () =>
        (
          await ask("select indexname from pg_indexes where schemaname = $1 and tablename = 'Things'", [
            schema,
          ])
        ).length;
      await store.open([things]);
      expect(await indexes()).toBe(7);
      await ask(`drop index "${schema}"."Things by Id"`);
      await store.open([things]);
      await store.open([things]);
      expect(await indexes()).toBe(7);
      await insert(store, [["a"]]);
      expect((await insert(store, [["a"]])).duplicates).toEqual([0]);
    }));
});

async function withStore(work: (store: Store, options: PostgresOptions) => Promise<void>): Promise<void> {
  const { options, release } = temporarySchema();
  const store = await postgresStore(options);
  try {
    await work(store, options);
  } finally {
    await store.close();
    await release();
  }
}

function insert(store: Store, rows: readonly Row[]) {
  return store.write((transaction) => transaction.insert("Things", rows));
}

function deleteOne(store: Store, id: string): Promise<void> {
  return store.write((transaction) => transaction.delete("Things", [[id]]));
}

async function numbers(store: Store): Promise<Record<string, unknown>> {
  const plan = { table: "Things", conditions: [], order: [], context: testContext() };
  const { rows } = await store.read((transaction) => findAll(transaction, plan));
  return Object.fromEntries(rows.map((row) => [row[0], row.at(-1)]));
}
