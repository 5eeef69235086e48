/** Copies of a file that is in use. */

import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { appendEvents, readOutbox } from "@tablewright/core";
import { findAll, outboxTable, type Store } from "@tablewright/core/storage";
import { testContext } from "@tablewright/store-contract";
import { expect, test } from "vitest";
import { sqliteStore } from "../src/index.ts";
import { BATCH_SIZE, batches, batchOf, eventOf } from "./batches.ts";
import { temporaryFile } from "./temporary-file.ts";

test("a copy made while others write opens, and holds whole batches with their events", () =>
  withStore(async ({ store, copy }) => {
    for (let number = 0; number < 200; number++) await insert(store, number);
    let isDone = false;
    const writing = (async () => {
      let number = 200;
      for (; !isDone; number++) {
        await insert(store, number);
        await new Promise((resolve) => setImmediate(resolve));
      }
      return number;
    })();
    await store.backUp?.(copy);
    isDone = true;
    const written = await writing;
    const held = await batchesIn(copy);
    expect([...held.values()].every((size) => size === BATCH_SIZE)).toBe(true);
    expect([...held.keys()]).toEqual(Array.from({ length: held.size }, (_, number) => number));
    expect(held.size).toBeGreaterThanOrEqual(200);
    expect(held.size).toBeLessThanOrEqual(written);
    expect(readdirSync(dirname(copy)).filter((name) => name.includes("unfinished"))).toEqual([]);
  }));

test("a file that is there is replaced only when asked for", () =>
  withStore(async ({ store, copy }) => {
    writeFileSync(copy, "precious");
    await expect(store.backUp?.(copy)).rejects.toThrow(`There is a file "${copy}" already.`);
    expect(readFileSync(copy, "utf8")).toBe("precious");
    await insert(store, 0);
    await store.backUp?.(copy, { replaces: true });
    expect((await batchesIn(copy)).size).toBe(1);
  }));

test("a file that another program has open is not replaced", () =>
  withStore(async ({ store, copy }) => {
    const other = sqliteStore(copy);
    await expect(store.backUp?.(copy, { replaces: true })).rejects.toThrow("in use by another program");
    await other.close();
    await store.backUp?.(copy, { replaces: true });
  }));

test("the file itself is not replaced by its copy", () =>
  withStore(async ({ store, file }) => {
    await insert(store, 0);
    await expect(store.backUp?.(file, { replaces: true })).rejects.toThrow("in use");
    await insert(store, 1);
  }));

test("a copy that cannot be made is a sentence, and leaves the old one and nothing beside it", () =>
  withStore(async ({ store, file }) => {
    const nowhere = join(dirname(file), "nowhere", "copy.sqlite");
    await expect(store.backUp?.(nowhere)).rejects.toMatchObject({
      code: "server/store-away",
      message: expect.stringContaining("cannot be opened"),
    });
    expect(existsSync(dirname(nowhere))).toBe(false);
  }));

async function withStore(
  work: (made: { store: Store; file: string; copy: string }) => Promise<void>,
): Promise<void> {
  const { file, remove } = temporaryFile();
  const store = sqliteStore(file);
  await store.open([batches, outboxTable]);
  try {
    await work({ store, file, copy: join(dirname(file), "copy.sqlite") });
  } finally {
    await store.close();
    remove();
  }
}

function insert(store: Store, number: number): Promise<void> {
  return store.write(async (transaction) => {
    await transaction.insert("Batches", batchOf(number));
    await appendEvents(transaction, [eventOf(number)]);
  });
}

/** How many rows there are of each batch, in stored order; each batch has its event. */
async function batchesIn(file: string): Promise<ReadonlyMap<number, number>> {
  const store = sqliteStore(file, { mustExist: true });
  await store.open([batches, outboxTable]);
  const plan = { table: "Batches", conditions: [], order: [], context: testContext() };
  const [{ rows }, events] = await store.read(async (transaction) => [
    await findAll(transaction, plan),
    await readOutbox(transaction, { limit: 10_000 }),
  ]);
  await store.close();
  const sizes = new Map<number, number>();
  for (const [, number] of rows) sizes.set(Number(number), (sizes.get(Number(number)) ?? 0) + 1);
  expect(events.map(({ id }) => Number(id)).reverse()).toEqual([...sizes.keys()]);
  return sizes;
}
