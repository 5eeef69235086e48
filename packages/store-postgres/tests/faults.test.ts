/** Connections that break, servers that restart, and databases that cannot be used. */
import type { Store } from "@tablewright/core/storage";
import { counters, increment, readCounters } from "@tablewright/store-contract/histories";
import { describe, expect, inject, test } from "vitest";
import { type PostgresOptions, postgresStore } from "../src/index.ts";
import { breakConnections } from "./break-connections.ts";
import { startServer } from "./embedded-server.ts";
import { server, temporarySchema } from "./temporary-schema.ts";

describe.skipIf(server === "")("a store whose connections break", () => {
  test("in the middle of a write has written nothing of it, and the next goes through", () =>
    withCounter(async (store, name) => {
      const broken = increment(store, "a", () => breakConnections(name));
      await expect(broken).rejects.toMatchObject({ code: "server/store-away" });
      expect(await readCounters(store)).toEqual({ a: 0 });
      await increment(store, "a");
      expect(await readCounters(store)).toEqual({ a: 1 });
    }));

  test("between the last change and the commit does not say that it was committed", () =>
    withCounter(async (store, name) => {
      const broken = store.write(async (transaction) => {
        await transaction.update("Counters", [["a", 5]]);
        await breakConnections(name);
      });
      await expect(broken).rejects.toMatchObject({ code: "server/store-away" });
      expect(await readCounters(store)).toEqual({ a: 0 });
    }));

  test("while nobody uses them does not feel it", () =>
    withCounter(async (store, name) => {
      await Promise.all(Array.from({ length: 5 }, () => readCounters(store)));
      await breakConnections(name);
      await increment(store, "a");
      await breakConnections(name);
      expect(await readCounters(store)).toEqual({ a: 1 });
    }));

  test("an error that the work has swallowed is no commit", () =>
    withCounter(async (store) => {
      const swallowed = store.write(async (transaction) => {
        await transaction.update("Counters", [["a", 5]]);
        await transaction.insert("Counters", [["b", 2 ** 80]]).catch(() => undefined);
      });
      await expect(swallowed).rejects.toThrow("lost to an earlier error");
      expect(await readCounters(store)).toEqual({ a: 0 });
    }));

  test("a change that fails half-way and is caught leaves nothing of itself", () =>
    withCounter(async (store) => {
      await store.write(async (transaction) => {
        const missing = [
          ["a", 1],
          ["b", 2],
        ];
        await expect(transaction.update("Counters", missing)).rejects.toThrow('the key ["b"]');
        await expect(transaction.insert("Counters", [["c"], ["a\0"]])).rejects.toThrow(RangeError);
        await transaction.insert("Counters", [["e", 1]]);
      });
      expect(await readCounters(store)).toEqual({ a: 0, e: 1 });
    }));

  test("who waits too long for another writer gives up, and says so", () =>
    withCounter(async (store, name) => {
      const { options } = temporarySchema();
      const other = await postgresStore({ ...options, schema: name, statement_timeout: 200 });
      await other.open([counters]);
      await store.write(() => expect(increment(other, "a")).rejects.toThrow(/did not answer in time/u), {
        alone: true,
      });
      await increment(other, "a");
      expect(await readCounters(store)).toEqual({ a: 1 });
      await other.close();
    }));

  test.skipIf(process.env.TABLEWRIGHT_TEST_POSTGRES !== undefined)(
    "survives a restart of the server",
    async () => {
      const own = await startServer();
      try {
        const store = await postgresStore({ connectionString: own.url, acceptsLoss: true });
        await store.open([counters]);
        await store.write((transaction) => transaction.insert("Counters", [["a", 0]]));
        await Promise.all(Array.from({ length: 4 }, () => readCounters(store)));
        await own.restart();
        await increment(store, "a");
        expect(await readCounters(store)).toEqual({ a: 1 });
        await store.close();
      } finally {
        await own.stop();
      }
    },
  );
});

describe.skipIf(server === "")("a database that cannot be used", () => {
  test.each<[string, PostgresOptions, RegExp]>([
    ["is not there", { database: "nowhere" }, /"nowhere" at .* does not exist: create the database first/u],
    ["does not let the user in", { password: "wrong" }, /does not let this user in/u],
    ["may lose what was acknowledged", { options: "-c synchronous_commit=off" }, /synchronous_commit = off/u],
  ])("one that %s is refused, and no password is shown", async (_, other, words) => {
    const url = new URL(inject("postgres"));
    const options = {
      host: url.hostname,
      port: Number(url.port),
      user: url.username,
      password: decodeURIComponent(url.password),
      database: url.pathname.slice(1),
      ...other,
    };
    const refused = await postgresStore(options).catch((error: Error) => error);
    expect(refused).toMatchObject({ code: "server/store-away", message: expect.stringMatching(words) });
    expect(JSON.stringify(refused)).not.toContain(options.password);
  });

  test("a column that is to hold another type, and a key that does not tell the rows apart, are refused", () =>
    withCounter(async (store) => {
      await store.write((transaction) => transaction.insert("Counters", [["b", 0]]));
      const [id, count] = counters.columns as [(typeof counters.columns)[0], (typeof counters.columns)[0]];
      const other = { ...counters, columns: [id, { ...count, kind: "text", family: "text" }] } as const;
      await expect(store.open([other])).rejects.toThrow(
        'Column "Count" of table "Counters" holds values of the form',
      );
      await expect(store.open([{ ...counters, key: [1] }])).rejects.toThrow(
        '"Count" cannot tell the rows of table "Counters" apart',
      );
      expect(await readCounters(store)).toEqual({ a: 0, b: 0 });
    }));
});

async function withCounter(work: (store: Store, schema: string) => Promise<void>): Promise<void> {
  const { options, release } = temporarySchema();
  const schema = String(options.schema);
  const store = await postgresStore({ ...options, application_name: schema.slice(0, 63) });
  try {
    await store.open([counters]);
    await store.write((transaction) => transaction.insert("Counters", [["a", 0]]));
    await work(store, schema);
  } finally {
    await store.close();
    await release();
  }
}
