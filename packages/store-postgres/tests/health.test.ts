/** Whether a store that is away says so soon, and one that is only busy does not. */
import type { Store } from "@tablewright/core/storage";
import { counters } from "@tablewright/store-contract/histories";
import { describe, expect, test, vi } from "vitest";
import { type PostgresOptions, postgresStore } from "../src/index.ts";
import { type BreakableWay, breakableWay } from "./breakable-way.ts";
import { server, temporarySchema } from "./temporary-schema.ts";

const away = { code: "server/store-away" };

describe.skipIf(server === "")("the check of a store", () => {
  test("goes through, also when all connections are in use", () =>
    withWay(async (store) => {
      await store.read(async (transaction) => {
        await transaction.getByKeys("Counters", [["a"]]);
        await store.check?.();
        await Promise.all([store.check?.(), store.check?.(), store.check?.()]);
      });
    }));

  test("is beside the connections that the store tells of, and the statements that they keep", () =>
    withWay(async (store) => {
      const read = () => store.read((transaction) => transaction.getByKeys("Counters", [["a"]]));
      await store.read(async (transaction) => {
        await transaction.getByKeys("Counters", [["a"]]);
        const { open, idle, waiting } = store.connections?.() ?? { open: 0, idle: 0, waiting: 0 };
        expect([open - idle, waiting]).toEqual([1, 0]);
      });
      await read();
      await read();
      await expect.poll(() => store.connections?.()).toEqual({ open: 1, idle: 1, waiting: 0 });
      expect(store.statements?.()).toBeGreaterThan(0);
    }));

  test("fails on a database that does not answer any more, however often it is asked, and goes through again", () =>
    withWay(async (_, way, options) => {
      const store = await vi.waitFor(() => postgresStore({ ...options, checkTimeout: SHORT }), LONGEST);
      await expect.poll(() => answers(store)).toBe(true);
      way.block();
      await Promise.all(
        Array.from({ length: 20 }, () => expect(store.check?.()).rejects.toMatchObject(away)),
      );
      await expect(store.check?.()).rejects.toMatchObject(away); // now no connection is made any more
      way.unblock();
      await expect.poll(() => answers(store)).toBe(true);
      await store.close();
    }));

  test("fails when nobody is let in, and shows no password", () =>
    withWay(async (store, way) => {
      await way.close();
      const refused = await store.check?.().catch((error: Error) => error);
      expect(refused).toMatchObject(away);
      expect(String(refused)).not.toContain(decodeURIComponent(new URL(server).password));
    }));

  test("fails on a closed store", () =>
    withWay(async (store) => {
      await store.close();
      await expect(store.check?.()).rejects.toThrow("closed");
    }));
});

/** Milliseconds until a database is thought to be away: on a busy machine also one that is not, which is then asked again. */
const SHORT = 500;
const LONGEST = { timeout: 60_000 };

function answers(store: Store): Promise<boolean> {
  return Promise.resolve(store.check?.()).then(
    () => true,
    () => false,
  );
}

async function withWay(
  work: (store: Store, way: BreakableWay, options: PostgresOptions) => Promise<void>,
): Promise<void> {
  const { options: direct, release } = temporarySchema();
  const way = await breakableWay(server);
  const options = { ...direct, connectionString: way.url, max: 1 };
  const store = await postgresStore(options);
  try {
    await store.open([counters]);
    await store.write((transaction) => transaction.insert("Counters", [["a", 0]]));
    await work(store, way, options);
  } finally {
    await way.close();
    await store.close();
    await release();
  }
}
