/** Histories of several processes; `TABLEWRIGHT_TEST_HISTORY=10000` makes so many transactions of four processes. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
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
import { postgresStore } from "../src/index.ts";
import { server, temporarySchema } from "./temporary-schema.ts";

const long = Number(process.env.TABLEWRIGHT_TEST_HISTORY ?? 0);

describe.skipIf(server === "")("the transactions of several processes", () => {
  test("have an order in which they read what they did, and nothing is lost", () =>
    withLists(async (options, history) => {
      const stores = [await postgresStore(options), await postgresStore(options)];
      for (const store of stores) await store.open([lists]);
      const clients = Array.from({ length: 6 }, (_, client) =>
        makeHistory(stores[client % 2] as (typeof stores)[0], {
          client,
          transactions: 30,
          random: Math.random,
        }),
      );
      history.push(...(await Promise.all(clients)).flat());
      for (const store of stores) await store.close();
    }));

  test("number their rows without a number given twice, or left out", async () => {
    const { options, release } = temporarySchema();
    const engines = [];
    for (let at = 0; at < 4; at++) engines.push(await receiptsOver(await postgresStore(options)));
    const numbers = (await Promise.all(engines.map((engine) => takeNumbers(engine, 6)))).flat();
    expect(numbers.toSorted((one, other) => one - other)).toEqual(upTo(48));
    for (const engine of engines) await engine.close();
    await release();
  });

  test.skipIf(long === 0)("four processes number their rows likewise", { timeout: 600_000 }, async () => {
    const { options, release } = temporarySchema();
    await (await receiptsOver(await postgresStore(options))).close();
    const script = new URL("number-process.ts", import.meta.url).pathname;
    const args = ["--conditions=source", script, server, String(options.schema), "100"];
    const processes = [0, 1, 2, 3].map(() => promisify(execFile)(process.execPath, args));
    const numbers = (await Promise.all(processes)).flatMap(({ stdout }) => JSON.parse(stdout) as number[]);
    expect(numbers.toSorted((one, other) => one - other)).toEqual(upTo(800));
    await release();
  });

  test.skipIf(long === 0)(`${long} of four processes`, { timeout: 600_000 }, () =>
    withLists(async ({ schema }, history) => {
      const script = new URL("history-process.ts", import.meta.url).pathname;
      const processes = [0, 1, 2, 3].map(async (at) => {
        const args = ["--conditions=source", script, server, String(schema), String(at), String(long / 4)];
        const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 2 ** 30 });
        return JSON.parse(stdout) as ListTransaction[];
      });
      for (const part of await Promise.all(processes)) for (const one of part) history.push(one);
    }),
  );
});

function upTo(count: number): readonly number[] {
  return Array.from({ length: count }, (_, at) => at + 1);
}

async function withLists(
  work: (options: ReturnType<typeof temporarySchema>["options"], history: ListTransaction[]) => Promise<void>,
): Promise<void> {
  const { options, release } = temporarySchema();
  const store = await postgresStore(options);
  try {
    await store.open([lists]);
    await makeLists(store);
    const history: ListTransaction[] = [];
    await work(options, history);
    expect(history.length).toBeGreaterThan(100);
    expect(checkHistory(history, await readLists(store))).toBe(undefined);
  } finally {
    await store.close();
    await release();
  }
}
