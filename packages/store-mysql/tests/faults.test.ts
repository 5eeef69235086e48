/** Connections that break, servers that restart or stand still, and databases that cannot be used. */

import {
  type BreakableStore,
  describeBrokenConnections,
  withCounter,
} from "@tablewright/engine-tests/processes";
import { counters, increment, readCounters } from "@tablewright/store-contract/histories";
import { describe, expect, inject, test, vi } from "vitest";
import { type MysqlOptions, mysqlStore } from "../src/index.ts";
import { readMysqlAddress } from "../src/mysql-options.ts";
import { startServer } from "./mariadb-server.ts";
import { ask, server, temporaryDatabase } from "./temporary-database.ts";

const installed = inject("installed");

describe.skipIf(server === "")("a store whose connections break", () => {
  describeBrokenConnections(breakable);

  test("a text beyond max_allowed_packet is an error that says so", () =>
    withCounter(breakable, async ({ store, options }) => {
      const [{ size } = {}] = await ask("select @@max_allowed_packet as size");
      const long = "x".repeat(Number(size));
      const tooLong = store.write((transaction) => transaction.insert("Counters", [["f"], [long]]));
      await expect(tooLong).rejects.toThrow(`The database "${options.database}" at 127.0.0.1:`);
      await expect(tooLong).rejects.toThrow("raise max_allowed_packet");
      expect(await readCounters(store)).toEqual({ a: 0 });
    }));

  test("a server hears of a transaction whose work sends nothing", () =>
    withCounter(breakable, async ({ store, options }) => {
      /** Milliseconds since the last thing that the server heard on a connection that is in a transaction. */
      const silence = async () => {
        const rows = await ask(
          "select p.time_ms as silence from information_schema.processlist p " +
            "join information_schema.innodb_trx t on t.trx_mysql_thread_id = p.id where p.db = ?",
          [options.database],
        );
        return Number(rows[0]?.silence);
      };
      await increment(store, "a", async () => {
        let longest = 0;
        await expect
          .poll(async () => {
            const now = await silence();
            longest = Math.max(longest, now);
            return now < longest;
          })
          .toBe(true);
      });
      expect(await readCounters(store)).toEqual({ a: 1 });
    }));

  test("what waits too long for another writer is given up, and says so", () =>
    withCounter(breakable, async ({ store, options }) => {
      const other = await vi.waitFor(() => mysqlStore({ ...options, statementTimeout: SHORT }), BUSY);
      await vi.waitFor(() => other.open([counters]), BUSY);
      await increment(store, "a", () =>
        expect(increment(other, "a")).rejects.toThrow(/did not answer in time/u),
      );
      await vi.waitFor(() => increment(other, "a"), BUSY);
      expect(await readCounters(store)).toEqual({ a: 2 });
      await other.close();
    }));
});

describe.skipIf(installed === "")("a server of its own", () => {
  test("may stand still and restart: a call fails within seconds, and the store goes on", async () => {
    const own = await startServer(installed);
    try {
      const store = await mysqlStore({ ...readMysqlAddress(own.url), acceptsLoss: true });
      await store.open([counters]);
      await store.write((transaction) => transaction.insert("Counters", [["a", 0]]));
      await store.check?.();
      await own.pause();
      const calls = [() => store.check?.(), () => readCounters(store), () => increment(store, "a")];
      await Promise.all(calls.map((call) => expect(call()).rejects.toMatchObject(AWAY)));
      own.resume();
      await expect.poll(() => readCounters(store)).toEqual({ a: 0 });
      await own.restart();
      await store.check?.();
      await increment(store, "a");
      expect(await readCounters(store)).toEqual({ a: 1 });
      await store.close();
    } finally {
      await own.stop();
    }
  });
});

describe.skipIf(server === "")("a database that cannot be used", () => {
  test.each<[string, Partial<MysqlOptions>, RegExp]>([
    ["is not there", { database: "nowhere" }, /"nowhere" at .* does not exist: create the database first/u],
    ["does not let the user in", { user: "stranger", password: "secret" }, /does not let this user in/u],
    ["is not reached", { port: 1 }, /cannot be reached.*ECONNREFUSED/u],
    [
      "may lose what was acknowledged",
      { acceptsLoss: false },
      /innodb_flush_log_at_trx_commit = 0, so changes/u,
    ],
  ])("one that %s is refused, and no password is shown", async (_, other, words) => {
    const { options, release } = await temporaryDatabase();
    const refused = await mysqlStore({ ...options, ...other }).catch((error: Error) => error);
    expect(refused).toMatchObject({ code: "server/store-away", message: expect.stringMatching(words) });
    expect(JSON.stringify(refused)).not.toContain("secret");
    const store = await mysqlStore(options);
    await store.close();
    await release();
  });
});

/** Milliseconds in which a statement that waits for another is given up: on a busy machine also one that does not, which is tried again. */
const SHORT = 1_000;
const BUSY = { timeout: 60_000 };

const AWAY = { code: "server/store-away" };

async function breakable(): Promise<BreakableStore & { readonly options: MysqlOptions }> {
  const { options, release } = await temporaryDatabase();
  const store = await mysqlStore(options);
  return {
    store,
    options,
    breakConnections: () => breakConnections(options.database),
    dispose: async () => {
      await store.close();
      await release();
    },
  };
}

/** Ends the server's side of every connection to a database. */
async function breakConnections(database: string): Promise<void> {
  for (const { id } of await ask("select id from information_schema.processlist where db = ?", [database]))
    await ask(`kill ${Number(id)}`).catch(() => undefined);
}
