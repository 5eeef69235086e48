/** Connections that break, servers that restart, and databases that cannot be used. */

import {
  type BreakableStore,
  describeBrokenConnections,
  withCounter,
} from "@tablewright/engine-tests/processes";
import { counters, increment, readCounters } from "@tablewright/store-contract/histories";
import { Client } from "pg";
import { describe, expect, inject, test, vi } from "vitest";
import { type PostgresOptions, postgresStore } from "../src/index.ts";
import { breakConnections } from "./break-connections.ts";
import { startServer } from "./embedded-server.ts";
import { server, temporarySchema } from "./temporary-schema.ts";

describe.skipIf(server === "")("a store whose connections break", () => {
  describeBrokenConnections(breakable);

  test("who waits too long for another writer gives up, and says so", () =>
    withCounter(breakable, async ({ store, schema }) => {
      const { options } = temporarySchema();
      const other = await vi.waitFor(
        () => postgresStore({ ...options, schema, statement_timeout: SHORT }),
        BUSY,
      );
      await vi.waitFor(() => other.open([counters]), BUSY);
      await store.write(() => expect(increment(other, "a")).rejects.toThrow(/did not answer in time/u), {
        exclusive: true,
      });
      await vi.waitFor(() => increment(other, "a"), BUSY);
      expect(await readCounters(store)).toEqual({ a: 1 });
      await other.close();
    }));

  test("a server hears of a transaction whose work sends nothing", async () => {
    const { options, release } = temporarySchema();
    const heard = Promise.withResolvers<void>();
    class Listening extends Client {
      override query(...given: unknown[]): never {
        if (given[0] === "") heard.resolve();
        return super.query(...(given as [never])) as never;
      }
    }
    const store = await postgresStore({ ...options, Client: Listening });
    await store.open([counters]);
    await store.write((transaction) => transaction.insert("Counters", [["a", 0]]));
    await increment(store, "a", () => heard.promise);
    expect(await readCounters(store)).toEqual({ a: 1 });
    await store.close();
    await release();
  });

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
    withCounter(breakable, async ({ store }) => {
      await store.write((transaction) => transaction.insert("Counters", [["b", 0]]));
      const [id, count] = counters.columns as [(typeof counters.columns)[0], (typeof counters.columns)[0]];
      const other = { ...counters, columns: [id, { ...count, kind: "text", family: "text" }] } as const;
      await expect(store.open([other])).rejects.toThrow(
        'Column "Count" of table "Counters" holds values of the type',
      );
      await expect(store.open([{ ...counters, key: [1] }])).rejects.toThrow(
        '"Count" cannot tell the rows of table "Counters" apart',
      );
      expect(await readCounters(store)).toEqual({ a: 0, b: 0 });
    }));
});

/** Milliseconds in which a statement that waits for another is given up: on a busy machine also one that does not, which is tried again. */
const SHORT = 1_000;
const BUSY = { timeout: 60_000 };

async function breakable(): Promise<BreakableStore & { readonly schema: string }> {
  const { options, release } = temporarySchema();
  const schema = String(options.schema);
  const store = await postgresStore({ ...options, application_name: schema.slice(0, 63) });
  return {
    store,
    schema,
    breakConnections: () => breakConnections(schema),
    dispose: async () => {
      await store.close();
      await release();
    },
  };
}
