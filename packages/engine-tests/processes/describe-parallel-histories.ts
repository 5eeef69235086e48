import { execFile } from "node:child_process";
import { promisify } from "node:util";
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
import { type SeveralProcesses, withStores } from "./several-processes.ts";
import { receiptsOver, takeNumbers } from "./take-numbers.ts";

/** Histories of several processes; `TABLEWRIGHT_TEST_HISTORY=10000` makes so many transactions of processes of their own. */
export function describeParallelHistories(processes: SeveralProcesses): void {
  const long = Number(process.env.TABLEWRIGHT_TEST_HISTORY ?? 0);
  const { openStore, makeDatabase, script } = processes;

  describe("the transactions of several processes", () => {
    test("have an order in which they read what they did, and nothing is lost", () =>
      withStores(processes, [lists], async (stores) => {
        await makeLists(stores[0]);
        const clients = Array.from({ length: 6 }, (_, client) =>
          makeHistory(stores[client % stores.length] as Store, {
            client,
            transactions: 30,
            random: Math.random,
          }),
        );
        await expectOrder((await Promise.all(clients)).flat(), stores);
      }));

    test("number their rows without a number given twice, or left out", async () => {
      const { addresses, release } = await makeDatabase();
      const engines = [];
      for (const address of [...addresses, ...addresses])
        engines.push(await receiptsOver(await openStore(address)));
      const numbers = (await Promise.all(engines.map((engine) => takeNumbers(engine, 6)))).flat();
      expect(numbers.toSorted(ascending)).toEqual(upTo(engines.length * 12));
      for (const engine of engines) await engine.close();
      await release();
    });

    test.skipIf(long === 0)(`${long} of processes of their own`, { timeout: 900_000 }, () =>
      withStores(processes, [lists], async (stores, addresses) => {
        await makeLists(stores[0]);
        const parts = fourOf(addresses).map((address, at) =>
          printed<ListTransaction>(script, ["history", address, at, Math.ceil(long / 4)]),
        );
        await expectOrder((await Promise.all(parts)).flat(), stores);
      }),
    );

    test.skipIf(long === 0)(
      "processes of their own number their rows likewise",
      { timeout: 600_000 },
      async () => {
        const { addresses, release } = await makeDatabase();
        await (await receiptsOver(await openStore(String(addresses[0])))).close();
        const parts = fourOf(addresses).map((address) => printed<number>(script, ["numbers", address, 100]));
        expect((await Promise.all(parts)).flat().toSorted(ascending)).toEqual(upTo(800));
        await release();
      },
    );
  });
}

async function expectOrder(history: readonly ListTransaction[], stores: readonly Store[]): Promise<void> {
  expect(history.length).toBeGreaterThan(100);
  for (const store of stores) expect(checkHistory(history, await readLists(store))).toBe(undefined);
}

async function printed<One>(script: URL, parameters: readonly (string | number)[]): Promise<One[]> {
  const args = ["--conditions=source", script.pathname, ...parameters.map(String)];
  const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 2 ** 30 });
  return JSON.parse(stdout) as One[];
}

function fourOf(addresses: readonly string[]): readonly string[] {
  return Array.from({ length: 4 }, (_, at) => addresses[at % addresses.length] as string);
}

function upTo(count: number): readonly number[] {
  return Array.from({ length: count }, (_, at) => at + 1);
}

function ascending(one: number, other: number): number {
  return one - other;
}
