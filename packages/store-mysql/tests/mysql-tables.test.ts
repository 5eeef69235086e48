/** What is particular to MariaDB: what its tables hold, and how they change over time. */
import { findAll, type Row, type Store, type StoredTable } from "@tablewright/core/storage";
import { testContext } from "@tablewright/store-contract";
import { statementsOfWrites } from "@tablewright/store-contract/histories";
import fc from "fast-check";
import { describe, expect, onTestFinished, test } from "vitest";
import { MysqlClient } from "../src/client.ts";
import { type MysqlOptions, mysqlStore } from "../src/index.ts";
import { ask, server, temporaryDatabase } from "./temporary-database.ts";

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

describe.skipIf(server === "")("a write", () => {
  test("asks for later definitions in the message that begins it", async () => {
    const sent: string[] = [];
    const { query, execute } = MysqlClient.prototype;
    onTestFinished(() => void Object.assign(MysqlClient.prototype, { query, execute }));
    MysqlClient.prototype.query = function (sql) {
      sent.push(sql);
      return query.call(this, sql);
    };
    MysqlClient.prototype.execute = function (sql, values) {
      sent.push(sql);
      return execute.call(this, sql, values);
    };
    await withStore(async (store) => {
      const { insert, update } = await statementsOfWrites(store, sent);
      for (const statements of [insert, update]) {
        const asking = statements.filter((one) => one.includes("tablewright_migrations"));
        expect(asking).toEqual([expect.stringContaining("start transaction; ")]);
      }
      expect([insert.length, update.length]).toEqual([6, 5]);
    });
  });
});

describe.skipIf(server === "")("tables of MariaDB", () => {
  test("other programs read dates, times, yes/no and lists as everybody writes them", () =>
    withStore(async (store, { database }) => {
      await insert(store, [["a", -1, -1, 3_723, -5, true, ["x\0", 0.1], 2, "Äb"]]);
      const read = await ask(`select * from \`${database}\`.Things`);
      expect(read).toMatchObject([
        {
          _Slot: 1,
          Id: "a",
          Day: "1969-12-31",
          At: "1969-12-31T23:59:59",
          Clock: "01:02:03",
          Span: -5,
          Flag: 1,
          Tags: '["x\\u0000",0.1]',
          Share: 2,
          Note: "Äb",
          "Note~fold": "äb",
        },
      ]);
    }));

  test("doubles come back bit for bit, but for the sign of 0", () =>
    withStore(async (store) => {
      const doubles = fc.sample(fc.double({ noNaN: true, noDefaultInfinity: true }), {
        numRuns: 500,
        seed: 7,
      });
      const values = [...doubles, 1e308, 0.1 + 0.2, 5e-324, 2 ** 53, -0, 1.7976931348623157e308];
      await insert(
        store,
        values.map((value, at) => [`${at}`, null, null, null, null, null, null, value]),
      );
      const { rows } = await store.read((transaction) => findAll(transaction, everything));
      expect(rows.filter((row, at) => !Object.is(row[7], Number(values[at]) + 0))).toEqual([]);
    }));

  test("keys that differ beyond what an index takes, or by trailing blanks or case alone, are different keys", () =>
    withStore(async (store) => {
      const long = "ä".repeat(100_000);
      const keys = [`${long}a`, `${long}b`, long, "a", "a ", "A", "á", "a\u0301", "a\t", "🚢", "🚣"];
      expect(
        (
          await insert(
            store,
            keys.map((key) => [key]),
          )
        ).duplicates,
      ).toEqual([]);
      expect((await insert(store, [["new"], [`${long}b`], ["a "]])).duplicates).toEqual([1, 2]);
      const lookUp = keys.map((key) => [key]);
      const rows = await store.read((transaction) => transaction.getByKeys("Things", lookUp));
      expect(rows.map((row) => row?.[0])).toEqual(keys);
      await store.write((transaction) => transaction.delete("Things", [["a "], [`${long}a`]]));
      expect(Object.keys(await numbers(store))).toEqual(
        keys.filter((key) => key !== "a " && key !== `${long}a`),
      );
    }));

  test("names that are too long, refused or not told apart by the server are kept under other names", () =>
    withStore(async (store) => {
      const long = "ä".repeat(60);
      const named = (name: string, ...columns: string[]): StoredTable => ({
        name,
        columns: columns.map((one) => ({ name: one, kind: "text", family: "text", indexed: true })),
        key: [0],
        rowNumbers: "position",
      });
      const tables = [
        named("tablewright_store", "_Slot", "_slot", "Name", "Name~fold", "Name~key", "name"),
        named("🚢", "🚢", "🚣", "a ", "a", "İ", "i"),
        named("#sql-1", "/", "..", "a", "A"),
        named(long, `${long}1`, `${long}2`, `${long}3`),
        named(`${long}2`, long),
        named("!".repeat(64), "Id"),
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

  test("an index that somebody has dropped is made again, and none is made twice", () =>
    withStore(async (store, { database }) => {
      const indexes = async () => (await ask(`show index from \`${database}\`.Things`)).length;
      const all = await indexes();
      await ask(`drop index \`Things by Id\` on \`${database}\`.Things`);
      await store.open([things]);
      await store.open([things]);
      expect(await indexes()).toBe(all);
      await insert(store, [["a"]]);
      expect((await insert(store, [["a"]])).duplicates).toEqual([0]);
    }));
});

const everything = { table: "Things", conditions: [], order: [], context: testContext() };

async function withStore(work: (store: Store, options: MysqlOptions) => Promise<void>): Promise<void> {
  const { options, release } = await temporaryDatabase();
  const store = await mysqlStore(options);
  try {
    await store.open([things]);
    await work(store, options);
  } finally {
    await store.close();
    await release();
  }
}

function insert(store: Store, rows: readonly Row[]) {
  return store.write((transaction) => transaction.insert("Things", rows));
}

async function numbers(store: Store): Promise<Record<string, unknown>> {
  const { rows } = await store.read((transaction) => findAll(transaction, everything));
  return Object.fromEntries(rows.map((row) => [row[0], row.at(-1)]));
}
