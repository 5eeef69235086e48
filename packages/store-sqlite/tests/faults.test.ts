/** Files that cannot be used, and what is said of them. */
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { StoredTable } from "@tablewright/core/storage";
import { expect, test } from "vitest";
import { sqliteStore } from "../src/index.ts";
import { batches, batchOf } from "./batches.ts";
import { temporaryFile } from "./temporary-file.ts";

test.each<[string, (file: string) => void, RegExp]>([
  ["no database", (file) => writeFileSync(file, "Id,Name\n".repeat(1_000)), /is not an SQLite database/],
  ["a folder", (file) => mkdirSync(file), /is a folder, and a file is expected/],
  [
    "a later version's file",
    (file) => withDatabase(file, "create table tablewright_tables (a); pragma user_version = 99"),
    /another version of Tablewright/,
  ],
])("%s is refused and left as it is", (_, prepare, words) => {
  const { file, remove } = temporaryFile();
  try {
    prepare(file);
    expect(() => sqliteStore(file)).toThrow(words);
    expect(() => sqliteStore(file)).toThrow(words);
  } finally {
    remove();
  }
});

test("another program's database is refused for tables of our own alone, and left as it is", async () => {
  const { file, remove } = temporaryFile();
  withDatabase(file, "create table T (a)");
  const before = readFileSync(file);
  const store = sqliteStore(file);
  await expect(store.open([batches])).rejects.toThrow(/holds tables of another program/);
  await expect(store.planOpen?.([batches])).rejects.toThrow(/holds tables of another program/);
  await store.close();
  expect(readFileSync(file).equals(before)).toBe(true);
  remove();
});

test("a file in a folder that is not there is refused", () => {
  const { file, remove } = temporaryFile();
  expect(() => sqliteStore(join(dirname(file), "nowhere", "rows.sqlite"))).toThrow(
    expect.objectContaining({
      code: "server/store-away",
      message: expect.stringContaining("cannot be opened"),
    }),
  );
  remove();
});

test.skipIf(process.getuid === undefined || process.getuid() === 0)(
  "a file that may not be written is refused",
  async () => {
    const { file, remove } = temporaryFile();
    await sqliteStore(file).close();
    chmodSync(file, 0o444);
    expect(() => sqliteStore(file)).toThrow(/may not be written/);
    remove();
  },
);

test("a second store on the same file of the same process is refused, one after it is not", async () => {
  const { file, remove } = temporaryFile();
  const store = sqliteStore(file);
  expect(() => sqliteStore(file)).toThrow(/another store of this process/);
  await store.close();
  await store.close();
  await sqliteStore(file).close();
  remove();
});

test("a file that another program keeps locked is away, and comes back", async () => {
  const { file, remove } = temporaryFile();
  const store = sqliteStore(file, { longestWait: 50 });
  await store.open([batches]);
  const other = new DatabaseSync(file);
  other.exec("begin immediate");
  const insert = (number: number) =>
    store.write((transaction) => transaction.insert("Batches", batchOf(number)));
  for (const refused of await Promise.allSettled([insert(1), insert(1), store.open([batches])]))
    expect(refused).toMatchObject({
      reason: {
        code: "server/store-away",
        message: expect.stringContaining("in use by another program"),
      },
    });
  expect(await store.read(async () => "readers do not wait")).toBe("readers do not wait");
  other.exec("rollback");
  other.close();
  expect((await insert(2)).rows).toHaveLength(20);
  await store.close();
  remove();
});

test("a column that is to hold another type, and a key that does not tell the rows apart, are refused", async () => {
  const { file, remove } = temporaryFile();
  const store = sqliteStore(file);
  await store.open([batches]);
  await store.write((transaction) => transaction.insert("Batches", batchOf(1)));
  const [id, batch] = batches.columns as [StoredTable["columns"][0], StoredTable["columns"][0]];
  const other = { ...batches, columns: [id, { ...batch, kind: "text" as const, family: "text" as const }] };
  await expect(store.open([other])).rejects.toThrow(
    'Column "Batch" of table "Batches" holds values of the type Number',
  );
  await expect(store.open([{ ...batches, key: [1] }])).rejects.toThrow(
    '"Batch" cannot tell the rows of table "Batches" apart',
  );
  expect(
    (await store.write((transaction) => transaction.insert("Batches", batchOf(1)))).duplicates,
  ).toHaveLength(20);
  await store.close();
  remove();
});

function withDatabase(file: string, sql: string): void {
  const database = new DatabaseSync(file);
  database.exec(sql);
  database.close();
}
