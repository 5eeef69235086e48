/** Histories of several processes; `TABLEWRIGHT_TEST_HISTORY=10000` makes so many transactions of four processes. */
import type { Store } from "@tablewright/core/storage";
import {
  checkHistory,
  type ListTransaction,
  lists,
  makeHistory,
  makeLists,
  readLists,
} from "@tablewright/store-contract/histories";
import { describe, expect, test } from "vitest";
import { type MysqlOptions, mysqlStore } from "../src/index.ts";
import { historiesOfProcesses } from "./histories-of-processes.ts";
import { server, temporaryDatabase } from "./temporary-database.ts";

const long = Number(process.env.TABLEWRIGHT_TEST_HISTORY ?? 0);

describe.skipIf(server === "")("the transactions of several processes", () => {
  test("have an order in which they read what they did, and nothing is lost", () =>
    withLists(async (options) => {
      const stores = [await mysqlStore(options), await mysqlStore(options)];
      for (const store of stores) await store.open([lists]);
      const clients = Array.from({ length: 6 }, (_, client) =>
        makeHistory(stores[client % 2] as Store, { client, transactions: 30, random: Math.random }),
      );
      const history = (await Promise.all(clients)).flat();
      for (const store of stores) await store.close();
      return history;
    }));

  test.skipIf(long === 0)(`${long} of four processes`, { timeout: 600_000 }, () =>
    withLists(({ database }) => {
      const url = new URL(server);
      url.pathname = database;
      return historiesOfProcesses(
        Array.from({ length: 4 }, () => url.href),
        long,
      );
    }),
  );
});

async function withLists(
  work: (options: MysqlOptions) => Promise<readonly ListTransaction[]>,
): Promise<void> {
  const { options, release } = await temporaryDatabase();
  const store = await mysqlStore(options);
  try {
    await store.open([lists]);
    await makeLists(store);
    const history = await work(options);
    expect(history.length).toBeGreaterThan(100);
    expect(checkHistory(history, await readLists(store))).toBe(undefined);
  } finally {
    await store.close();
    await release();
  }
}
