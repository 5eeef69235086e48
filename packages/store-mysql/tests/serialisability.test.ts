/** Histories of several processes; `TABLEWRIGHT_TEST_HISTORY=10000` makes so many transactions of four processes. */
import type { Store } from "@tablewright/core/storage";
import {
  checkHistory,
  type ListTransaction,
  lists,
  makeHistory,
  makeLists,
  readLists,
  receiptsOver,
  takeNumbers,
} from "@tablewright/store-contract/histories";
import { describe, expect, test } from "vitest";
import { type MysqlOptions, mysqlStore } from "../src/index.ts";
import { historiesOfProcesses, numbersOfProcesses } from "./histories-of-processes.ts";
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

  test("number their rows without a number given twice, or left out", async () => {
    const { options, release } = await temporaryDatabase();
    const engines = [];
    for (let at = 0; at < 4; at++) engines.push(await receiptsOver(await mysqlStore(options)));
    const numbers = (await Promise.all(engines.map((engine) => takeNumbers(engine, 6)))).flat();
    expect(numbers.toSorted((one, other) => one - other)).toEqual(upTo(48));
    for (const engine of engines) await engine.close();
    await release();
  });

  test.skipIf(long === 0)("four processes number their rows likewise", { timeout: 600_000 }, async () => {
    const { options, release } = await temporaryDatabase();
    await (await receiptsOver(await mysqlStore(options))).close();
    expect(await numbersOfProcesses(fourTimes(options), 100)).toEqual(upTo(800));
    await release();
  });

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

function upTo(count: number): readonly number[] {
  return Array.from({ length: count }, (_, at) => at + 1);
}

/** The address, for as many processes. */
function fourTimes({ database }: MysqlOptions): readonly string[] {
  return Array.from({ length: 4 }, () => new URL(`/${database}`, server).href);
}

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
