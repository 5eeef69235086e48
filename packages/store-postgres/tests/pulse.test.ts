/** A server that stands still: nothing breaks, and nothing is answered. */
import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { counters, increment, readCounters } from "@tablewright/store-contract/histories";
import { stopProcess } from "@tablewright/tooling/stop-process";
import { virtualClock } from "@tablewright/tooling/virtual-time";
import { Client } from "pg";
import { describe, expect, test, vi } from "vitest";
import { type PostgresOptions, postgresStore } from "../src/index.ts";
import { openPostgres } from "../src/open-postgres.ts";
import { breakableWay } from "./breakable-way.ts";
import { startServer } from "./embedded-server.ts";
import { server, temporarySchema } from "./temporary-schema.ts";

/** Milliseconds in which nothing is answered, so that it is found out: on a busy machine also where all is well, which is asked again. */
const checkTimeout = 500;
const LONGEST = { timeout: 60_000 };

const away = { code: "server/store-away" };

describe.skipIf(server === "")("a database that stops answering", () => {
  test("reaches all who wait, and those who come; when it answers again, calls go through", async () => {
    const way = await breakableWay(server);
    const { options, release } = temporarySchema();
    const { store, whileTimePasses } = await openAt({ ...options, connectionString: way.url });
    way.block();
    const calls = Array.from({ length: 20 }, (_, at) =>
      at % 4 === 0 ? increment(store, "a") : readCounters(store),
    );
    await whileTimePasses(() => Promise.all(calls.map((call) => expect(call).rejects.toMatchObject(away))));
    await expect(readCounters(store)).rejects.toMatchObject(away);
    way.unblock();
    way.drop();
    await whileTimePasses(() => expect.poll(() => readCounters(store)).toEqual({ a: 0 }));
    await increment(store, "a");
    expect(await readCounters(store)).toEqual({ a: 1 });
    await store.close();
    await way.close();
    await release();
  });

  test.skipIf(process.platform !== "linux")(
    "as all of its processes are stopped, and goes on when they do",
    async () => {
      const own = await startServer();
      const { store, whileTimePasses } = await openAt({
        connectionString: own.url,
        acceptsLoss: true,
        max: 4,
      });
      const processes = await processesOf(own.url);
      await Promise.all(processes.map(stopProcess));
      try {
        const calls = Array.from({ length: 12 }, () => readCounters(store));
        await whileTimePasses(() =>
          Promise.all(calls.map((call) => expect(call).rejects.toMatchObject(away))),
        );
        await expect(increment(store, "a")).rejects.toMatchObject(away);
      } finally {
        for (const process of processes) goOn(process);
      }
      await whileTimePasses(() => expect.poll(() => readCounters(store)).toEqual({ a: 0 }));
      await increment(store, "a");
      expect(await readCounters(store)).toEqual({ a: 1 });
      await store.close();
      await own.stop();
    },
  );

  test("gives a read by key a connection while searches hold all that they may", async () => {
    const { options, release } = temporarySchema();
    const store = await postgresStore({ ...options, max: 4 });
    await store.open([counters]);
    await store.write((transaction) => transaction.insert("Counters", [["a", 0]]));
    const { promise: held, resolve } = Promise.withResolvers<void>();
    const hold = async () => {
      await held;
      return "held";
    };
    const searches = Array.from({ length: 8 }, () => store.read(hold, { searches: true }));
    const keyed = store.read((transaction) => transaction.getByKeys("Counters", [["a"]]));
    expect(await keyed).toMatchObject([["a", 0, 1]]);
    await increment(store, "a");
    resolve();
    expect(await Promise.all(searches)).toEqual(searches.map(() => "held"));
    await store.close();
    await release();
  });
});

/** A store with a counter. It begins to doubt the database when time passes, and this only where a test lets it. */
async function openAt(options: PostgresOptions) {
  const clock = virtualClock();
  const store = await vi.waitFor(() => openPostgres({ ...options, checkTimeout }, clock), LONGEST);
  await store.open([counters]);
  await store.write((transaction) => transaction.insert("Counters", [["a", 0]]));
  return {
    store,
    async whileTimePasses<T>(work: () => PromiseLike<T>): Promise<T> {
      let isPassing = true;
      const passing = (async () => {
        for (; isPassing; await wait(20)) await clock.advance(1_000);
      })();
      try {
        return await work();
      } finally {
        isPassing = false;
        await passing;
      }
    },
  };
}

/** The server and all that it has started. */
async function processesOf(url: string): Promise<readonly number[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query("select pg_backend_pid() as pid");
  const parent = parentOf(rows[0].pid);
  await client.end();
  const others = readdirSync("/proc").filter(
    (name) => /^\d+$/u.test(name) && parentOf(Number(name)) === parent,
  );
  return [parent, ...others.map(Number)];
}

function parentOf(process: number): number {
  try {
    return Number(/^PPid:\s*(\d+)/mu.exec(readFileSync(`/proc/${process}/status`, "utf8"))?.[1]);
  } catch {
    return 0; // it has ended meanwhile
  }
}

function goOn(pid: number): void {
  try {
    process.kill(pid, "SIGCONT");
  } catch {
    // it has ended meanwhile
  }
}
