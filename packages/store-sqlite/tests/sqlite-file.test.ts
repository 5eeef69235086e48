/** What is particular to files: what is in them, and how tables change over time. */
import { DatabaseSync } from "node:sqlite";
import { findAll, type Row, type Store, type StoredTable } from "@tablewright/core/storage";
import { testContext } from "@tablewright/store-contract";
import { statementsOfWrites } from "@tablewright/store-contract/histories";
import { expect, onTestFinished, test } from "vitest";
import { SqliteConnection } from "../src/connection.ts";
import { sqliteStore } from "../src/index.ts";
import { temporaryFile } from "./temporary-file.ts";

const things: StoredTable = {
  name: "Things",
  columns: [
    { name: "Id", kind: "text", family: "text", indexed: false },
    { name: "Day", kind: "integer", family: "date", indexed: true },
    { name: "At", kind: "integer", family: "datetime", indexed: false },
    { name: "Clock", kind: "integer", family: "time", indexed: false },
    { name: "Span", kind: "integer", family: "duration", indexed: false },
    { name: "Flag", kind: "boolean", family: "yes/no", indexed: false },
    { name: "Tags", kind: "json", family: "list", indexed: true },
    { name: "Share", kind: "real", family: "number", indexed: false },
  ],
  key: [0],
  rowNumbers: "position",
};

test("a write asks for later definitions by one statement", async () => {
  const { file, remove } = temporaryFile();
  const store = sqliteStore(file);
  const sent: string[] = [];
  const { all, exec, get, run } = SqliteConnection.prototype;
  const recorded = <T extends unknown[], A>(method: (this: SqliteConnection, sql: string, ...rest: T) => A) =>
    function (this: SqliteConnection, sql: string, ...rest: T): A {
      sent.push(sql);
      return method.call(this, sql, ...rest);
    };
  onTestFinished(() => void Object.assign(SqliteConnection.prototype, { all, exec, get, run }));
  Object.assign(SqliteConnection.prototype, {
    all: recorded(all),
    exec: recorded(exec),
    get: recorded(get),
    run: recorded(run),
  });
  const { insert: inserted, update } = await statementsOfWrites(store, sent);
  for (const statements of [inserted, update])
    expect(statements.filter((one) => one.includes("tablewright_migrations"))).toEqual([
      "select (select max(id) from tablewright_migrations)",
    ]);
  expect([inserted.length, update.length]).toEqual([9, 8]);
  await store.close();
  remove();
});

test("other programs read dates, times and lists as everybody writes them", async () => {
  const { file, remove } = temporaryFile();
  const store = sqliteStore(file);
  await store.open([things]);
  await insert(store, [["a", -1, -1, 3_723, -5, true, ["x", 0.1], 2]]);
  await store.close();
  const database = new DatabaseSync(file);
  expect({ ...database.prepare('select * from "Things"').get() }).toEqual({
    _Slot: 1,
    Id: "a",
    Day: "1969-12-31",
    At: "1969-12-31T23:59:59",
    Clock: "01:02:03",
    Span: -5,
    Flag: 1,
    Tags: '["x",0.1]',
    Share: 2,
  });
  expect(database.prepare("pragma journal_mode").get()).toMatchObject({ journal_mode: "wal" });
  database.close();
  remove();
});

test("names that SQLite keeps for itself, or does not tell apart, are kept under other names", async () => {
  const { file, remove } = temporaryFile();
  const store = sqliteStore(file);
  const named = (name: string, column: string): StoredTable => ({
    name,
    columns: [{ name: column, kind: "text", family: "text", indexed: true }],
    key: [0],
    rowNumbers: "position",
  });
  const tables = [
    named("sqlite_sequence", "_slot"),
    named("tablewright_tables", "_Slot"),
    named("Things", "Id"),
    named("THINGS", "id"),
    named("Things by Id", "a"),
  ];
  await store.open(tables);
  await store.open(
    tables.map((table) => ({ ...table, columns: [...table.columns, ...named("", "ID").columns] })),
  );
  for (const { name } of tables) {
    await store.write((transaction) => transaction.insert(name, [[name, "x"]]));
    expect(await store.read((transaction) => transaction.getByKeys(name, [[name]]))).toEqual([
      [name, "x", 1],
    ]);
  }
  await store.close();
  remove();
});

test("a store in memory works with one connection, where a read inside a write is refused", async () => {
  const store = sqliteStore(":memory:");
  await store.open([things]);
  await insert(store, [["a"]]);
  expect(await numbers(store)).toEqual({ a: 1 });
  await store.write(() => expect(numbers(store)).rejects.toThrow(/inside a write/));
  await store.close();
});

test("a change that fails half-way and is caught leaves nothing of itself", async () => {
  const { file, remove } = temporaryFile();
  const store = sqliteStore(file);
  await store.open([things]);
  await insert(store, [["a"]]);
  await store.write(async (transaction) => {
    await expect(
      transaction.update("Things", [
        ["a", 1],
        ["b", 2],
      ]),
    ).rejects.toThrow('the key ["b"]');
    await expect(transaction.insert("Things", [["c"], ["d", 0.5]])).rejects.toThrow("no day number");
    await transaction.insert("Things", [["e"]]);
  });
  expect(await numbers(store)).toEqual({ a: 1, e: 2 });
  expect((await store.read((transaction) => transaction.getByKeys("Things", [["a"]])))[0]?.[1]).toBe(null);
  await store.close();
  remove();
});

function insert(store: Store, rows: readonly Row[]) {
  return store.write((transaction) => transaction.insert("Things", rows));
}

async function numbers(store: Store): Promise<Record<string, unknown>> {
  const plan = { table: "Things", conditions: [], order: [], context: testContext() };
  const { rows } = await store.read((transaction) => findAll(transaction, plan));
  return Object.fromEntries(rows.map((row) => [row[0], row.at(-1)]));
}
