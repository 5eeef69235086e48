/** What is read of a file of another program, which stays as it is, and so does what lies beside it. */
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { sampleDatabases } from "@tablewright/engine-tests/databases";
import { expect, test } from "vitest";
import { introspectSqlite } from "../src/index.ts";

const folderOf = () => mkdtempSync(join(tmpdir(), "tablewright-introspect-"));

/** Answers the file; the connection stays open where `keep` is set. */
function makeFile(sql: string, name = "a b#%3F?.db"): string {
  const file = join(folderOf(), name);
  const database = new DatabaseSync(file, { enableForeignKeyConstraints: false });
  database.exec(sql);
  database.close();
  return file;
}

const stateOf = (file: string) => {
  const folder = join(file, "..");
  const sum = (name: string) =>
    createHash("sha256")
      .update(readFileSync(join(folder, name)))
      .digest("hex");
  return readdirSync(folder).map((name) => [name, sum(name)]);
};

test.each(sampleDatabases.map(({ name, sqlite }) => [name, sqlite]))(
  "%s is read and stays",
  async (_, sql) => {
    const file = makeFile(sql);
    const before = stateOf(file);
    const { tables } = await introspectSqlite(file);
    expect(tables.length).toBeGreaterThan(5);
    expect(stateOf(file)).toEqual(before);
  },
);

test("a file in write-ahead mode is read without files beside it", async () => {
  const file = makeFile("pragma journal_mode = wal; create table t (a integer primary key)");
  const before = stateOf(file);
  expect(before).toHaveLength(1);
  expect((await introspectSqlite(file)).tables).toMatchObject([{ name: "t", primaryKey: ["a"] }]);
  expect(stateOf(file)).toEqual(before);
});

test("what its program has in the write-ahead log is seen", async () => {
  const file = makeFile("pragma journal_mode = wal; create table t (a integer primary key)");
  const program = new DatabaseSync(file);
  program.exec("create table u (b text)");
  expect((await introspectSqlite(file)).tables).toMatchObject([{ name: "t" }, { name: "u" }]);
  program.exec("insert into u values ('still mine')");
  program.close();
});

test("types, keys and views", async () => {
  const sakila = sampleDatabases.find(({ name }) => name === "sakila")?.sqlite ?? "";
  const { tables, unreadable } = await introspectSqlite(makeFile(sakila));
  const table = (name: string) => tables.find((one) => one.name === name);
  const column = (of: string, name: string) => table(of)?.columns.find((one) => one.name === name);
  expect(unreadable).toEqual([
    { name: "broken", reason: "it cannot be read: no such table: main.nowhere" },
    { name: "film_text", reason: "it is a virtual table of an extension" },
  ]);
  expect(column("film", "film_id")).toMatchObject({
    kind: "integer",
    identity: "byDefault",
    nullable: false,
  });
  expect(column("film", "rental_rate")).toMatchObject({
    kind: "decimal",
    precision: 4,
    scale: 2,
    default: "4.99",
  });
  expect(column("film", "title_length")).toMatchObject({ generated: "length(title)" });
  expect(column("film", "audience")).toMatchObject({ length: 10, values: ["all", "adults", "children"] });
  expect(column("store", "is_open")).toMatchObject({ kind: "boolean" });
  expect(column("store", "is_new")).toMatchObject({ kind: "boolean", values: undefined });
  expect(column("shelf", "store_id")).toMatchObject({ identity: undefined });
  expect(column("exact", "id")).toMatchObject({ identity: undefined });
  expect(column("rental", "rented_at")).toMatchObject({ kind: "integer", default: "unixepoch()" });
  expect(table("loose")?.columns.map(({ kind }) => kind)).toEqual(["integer", "float", "text", "other"]);
  expect(column("film", "release_year")).toMatchObject({ min: 1901, max: 2155 });
  expect(column("film", "length")).toMatchObject({ min: 1, max: 600 });
  expect(table("film")?.checks).toEqual(["rental_rate > 0"]);
  expect(table("inventory")?.foreignKeys.map(({ columns, table: to }) => [columns, to])).toEqual([
    [["film_id"], "film"],
    [["store_id", "shelf_no"], "shelf"],
  ]);
  expect(table("rental")?.foreignKeys).toMatchObject([{ targets: ["inventory_id"], onDelete: "cascade" }]);
  expect(table("rental")?.uniques).toEqual([["inventory_id", "rented_at"]]);
  expect(table("film_list")?.changes).toEqual({ add: false, edit: false, delete: false });
  expect(table("open_store")?.changes).toEqual({ add: true, edit: false, delete: false });
});

test("dates and times are what the rows have", async () => {
  const file = makeFile(`create table t (a date, b datetime, c timestamp, d time, e date);
    insert into t values ('2025-01-01', 1735689600, 45000.5, '12:00', '2025-01-01'), (null, 5, 6, null, 7)`);
  const { tables } = await introspectSqlite(file);
  expect(tables[0]?.columns.map(({ kind }) => kind)).toEqual(["date", "integer", "float", "time", "other"]);
});

test.each([
  [
    "a file that is not there",
    (folder: string) => join(folder, "none.db"),
    /^There is no file ".*none\.db"\.$/u,
  ],
  [
    "a text",
    (folder: string) => {
      const file = join(folder, "notes.db");
      writeFileSync(file, "Dear diary, this is no database at all. ".repeat(50));
      return file;
    },
    /notes\.db" is not an SQLite database/u,
  ],
  [
    "a folder",
    (folder: string) => {
      mkdirSync(join(folder, "folder"));
      return join(folder, "folder");
    },
    /folder" is a folder, and a file is expected/u,
  ],
])("%s is refused in words", async (_, make, words) => {
  await expect(introspectSqlite(make(folderOf()))).rejects.toThrow(words);
});
