/** Files that are deleted, replaced, damaged or cannot grow while a store has them open. */
import {
  closeSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { connectWriter } from "../src/connect.ts";
import type { SqliteConnection } from "../src/connection.ts";
import { DatabaseFileWatch } from "../src/file-watch.ts";
import { sqliteStore } from "../src/index.ts";
import { prepareSqliteCatalogue } from "../src/prepare-catalogue.ts";
import { sqliteDriver } from "../src/sqlite-driver.ts";
import { batches, batchOf } from "./batches.ts";
import { temporaryFile } from "./temporary-file.ts";

const REPLACED = { code: "server/store-replaced" };

describe("a file under a store", () => {
  let file: string;
  let remove: () => void;
  let store: ReturnType<typeof sqliteStore>;
  beforeEach(async () => {
    ({ file, remove } = temporaryFile());
    store = sqliteStore(file);
    await store.open([batches]);
    await insert(1);
  });
  afterEach(async () => {
    await store.close();
    remove();
  });

  const insert = (number: number) =>
    store.write((transaction) => transaction.insert("Batches", batchOf(number)));

  test.each<[string, () => void, () => void]>([
    ["deleted", () => renameSync(file, `${file}.away`), () => renameSync(`${file}.away`, file)],
    [
      "replaced by a copy",
      () => {
        renameSync(file, `${file}.away`);
        writeFileSync(file, readFileSync(`${file}.away`));
      },
      () => renameSync(`${file}.away`, file),
    ],
    [
      "without its log",
      () => renameSync(`${file}-wal`, `${file}-away`),
      () => renameSync(`${file}-away`, `${file}-wal`),
    ],
    [
      "without its index",
      () => renameSync(`${file}-shm`, `${file}-away`),
      () => renameSync(`${file}-away`, `${file}-shm`),
    ],
  ])("that is %s takes no write and is not ready, until it is back", async (_, take, giveBack) => {
    await expect(store.check?.()).resolves.toBeUndefined();
    take();
    const [first, second] = await Promise.allSettled([insert(2), insert(3)]);
    for (const refused of [first, second])
      expect(refused).toMatchObject({ status: "rejected", reason: REPLACED });
    await expect(store.open([batches])).rejects.toMatchObject(REPLACED);
    await expect(store.check?.()).rejects.toMatchObject(REPLACED);
    const errors = await Promise.allSettled([store.check?.(), insert(4)]);
    const [one, other] = errors.map((settled) => (settled as PromiseRejectedResult).reason);
    expect(one).toBe(other); // so that it is logged once
    giveBack();
    await expect(store.check?.()).resolves.toBeUndefined();
    expect((await insert(5)).rows).toHaveLength(20);
  });

  test("that is deleted while a write is under way does not acknowledge it", async () => {
    const lost = store.write(async (transaction) => {
      const answer = await transaction.insert("Batches", batchOf(2));
      for (const end of ["", "-wal", "-shm"]) rmSync(`${file}${end}`);
      return answer;
    });
    await expect(lost).rejects.toMatchObject(REPLACED);
  });

  test("whose pages are damaged is not ready, and says so with a code of its own", async () => {
    for (let number = 2; number < 60; number++) await insert(number);
    await store.close();
    store = sqliteStore(file);
    await store.open([batches]);
    const [handle, { size }] = [openSync(file, "r+"), statSync(file)];
    writeSync(handle, Buffer.alloc(size - 8_192, 0xff), 0, size - 8_192, 8_192);
    closeSync(handle);
    const damaged = { code: "server/store-damaged", message: expect.stringContaining("is damaged") };
    await expect(insert(99)).rejects.toMatchObject(damaged);
    await expect(store.check?.()).rejects.toMatchObject(damaged);
  });

  test("that a reader has met as damaged takes no write, although the writer could go on", async () => {
    await store.close();
    store = sqliteStore(file);
    await store.open([batches]);
    await insert(2);
    const handle = openSync(file, "r+");
    writeSync(handle, Buffer.alloc(100)); // the header, of which the writer has a copy
    closeSync(handle);
    const damaged = { code: "server/store-damaged" };
    const read = () => store.read((stored) => stored.getByKeys("Batches", [[1]]));
    const reads = await Promise.allSettled([read(), read(), read()]); // two of them need new connections
    expect(reads.map((one) => one.status)).toContain("rejected");
    await expect(store.check?.()).rejects.toMatchObject(damaged);
    await expect(insert(3)).rejects.toMatchObject(damaged);
  });
});

test("reads look at the file now and then, by the clock", async () => {
  const { file, remove } = temporaryFile();
  let now = 0;
  const writer = connected(file);
  const watch = new DatabaseFileWatch(file, { now: () => now });
  const driver = sqliteDriver(file, writer, 0, watch);
  const read = () => driver.read(async (connection) => connection.get("select 1"));
  await read();
  renameSync(file, `${file}.away`);
  now = 999;
  expect(await read()).toEqual([1]);
  const two = [read(), read()]; // the second needs a connection of its own
  expect(await Promise.allSettled(two)).toMatchObject([{ value: [1] }, { reason: REPLACED }]);
  renameSync(`${file}.away`, file);
  expect(await read()).toEqual([1]);
  renameSync(file, `${file}.away`);
  now = 2_000;
  await expect(read()).rejects.toMatchObject(REPLACED);
  await expect(read()).rejects.toMatchObject(REPLACED);
  await driver.close();
  remove();
});

test("a disk without room makes the store unready until there is some", async () => {
  const { file, remove } = temporaryFile();
  const writer = connected(file);
  writer.exec("create table t (a text) strict");
  writer.exec("pragma max_page_count = 20");
  let free = 0;
  const driver = sqliteDriver(file, writer, 0, new DatabaseFileWatch(file, { free: () => free }));
  const write = (length: number) =>
    driver.write(async (connection: SqliteConnection) =>
      connection.run("insert into t values (?)", ["x".repeat(length)]),
    );
  const full = { code: "server/store-full", message: expect.stringContaining("the disk is full") };
  await driver.check();
  await expect(write(100_000)).rejects.toMatchObject(full);
  await expect(driver.check()).rejects.toMatchObject(full);
  free = 100_000_000;
  await driver.check();
  await expect(write(100_000)).rejects.toMatchObject(full);
  free = 0;
  await expect(driver.check()).rejects.toMatchObject(full);
  expect(await write(10)).toBe(1);
  await driver.check();
  await driver.close();
  remove();
});

function connected(file: string): SqliteConnection {
  const writer = connectWriter(file, {});
  prepareSqliteCatalogue(writer, file);
  return writer;
}
