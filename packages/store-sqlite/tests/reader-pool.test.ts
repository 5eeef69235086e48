/** How many connections are kept for readers, and how many pages they keep. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { connectWriter } from "../src/connect.ts";
import type { SqliteConnection } from "../src/connection.ts";
import { ReaderPool } from "../src/reader-pool.ts";
import { temporaryFile } from "./temporary-file.ts";

const { file, remove } = temporaryFile();
const MANY = -16_384;
const FEW = -1_024;

beforeAll(() => connectWriter(file, {}).close());
afterAll(remove);

test("of the connections that are in use at a time two keep many pages, and those are lent first", async () => {
  const pool = new ReaderPool(file);
  const sizes = await useAtOnce(pool, 40);
  expect(sizes.filter((size) => size === MANY).length).toBe(2);
  expect(sizes.filter((size) => size === FEW).length).toBe(38);
  expect(await useAtOnce(pool, 2)).toEqual([MANY, MANY]);
  expect(await useAtOnce(pool, 3)).toEqual([MANY, MANY, FEW]);
  pool.close();
});

test("eight are kept while nobody reads", async () => {
  const pool = new ReaderPool(file);
  const seen = new Set<SqliteConnection>();
  await useAtOnce(pool, 40, seen);
  await useAtOnce(pool, 8, seen);
  expect(seen.size).toBe(40);
  await useAtOnce(pool, 9, seen);
  expect(seen.size).toBe(41);
  pool.close();
});

/** The sizes of the caches, as `pragma cache_size` says them. */
async function useAtOnce(pool: ReaderPool, count: number, seen = new Set<SqliteConnection>()) {
  let release = (): void => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const sizes = Array.from({ length: count }, (_, at) =>
    pool.use(async (connection) => {
      seen.add(connection);
      const [size] = connection.get("pragma cache_size") ?? [];
      await released;
      for (let later = at; later < count; later++) await undefined; // the first are given back last
      return Number(size);
    }),
  );
  release();
  return Promise.all(sizes);
}
