/** A transaction whose first statement travels with those that begin it: what may go wrong meanwhile is not felt. */
import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import type { Store } from "@tablewright/core/storage";
import { counters, increment, readCounters } from "@tablewright/store-contract/histories";
import { systemTimers, type Timers } from "@tablewright/store-sql";
import { Client } from "pg";
import { describe, expect, test, vi } from "vitest";
import { type PostgresOptions, postgresStore } from "../src/index.ts";
import { openPostgres } from "../src/open-postgres.ts";
import { breakableWay } from "./breakable-way.ts";
import { server, temporarySchema } from "./temporary-schema.ts";

describe.skipIf(server === "")("a transaction that begins", () => {
  test("begins on another connection when its own breaks", async () => {
    const way = await breakableWay(server);
    await withCounter({ connectionString: way.url }, async (store) => {
      way.block();
      const reading = readCounters(store);
      await wait(0);
      way.drop();
      way.unblock();
      expect(await reading).toEqual({ a: 0 });
    });
    await way.close();
  });

  test("begins on another connection also when it writes, and writes once", async () => {
    const way = await breakableWay(server);
    await withCounter({ connectionString: way.url }, async (store) => {
      for (const use of [{}, { batch: "insert" as const }]) {
        way.block();
        const id = JSON.stringify(use);
        const writing = store.write((transaction) => transaction.insert("Counters", [[id, 1]]), use);
        await wait(0);
        way.drop();
        way.unblock();
        expect((await writing).duplicates).toEqual([]);
      }
      expect(Object.keys(await readCounters(store))).toEqual(["a", "{}", '{"batch":"insert"}']);
    });
    await way.close();
  });

  test("begins on another connection likewise where writes share it, and updates once", async () => {
    const way = await breakableWay(server);
    await withCounter({ connectionString: way.url }, async (store) => {
      await store.write((transaction) => transaction.insert("Counters", [["b", 0]]));
      way.block();
      const writing = ["a", "b", "a", "b"].map((id) => increment(store, id, undefined, { batch: "update" }));
      await wait(0);
      way.drop();
      way.unblock();
      await Promise.all(writing);
      expect(await readCounters(store)).toEqual({ a: 2, b: 2 });
    });
    await way.close();
  });

  test("shows nothing that was written after it was asked for, though it takes its time to begin", () =>
    withCounter(
      { Client: SlowToBegin },
      async (store) => {
        for (let count = 0; count < 3; count++) {
          await store.read(async (transaction) => {
            await increment(store, "a");
            expect(await transaction.getByKeys("Counters", [["a"]])).toEqual([["a", count, 1]]);
          });
          expect(await readCounters(store)).toEqual({ a: count + 1 });
        }
      },
      PATIENT,
    ));

  test("does not hold up writes when its connection hangs", async () => {
    const hanging = new EventTarget();
    let isOpen = false;
    class Hanging extends SlowToBegin {
      protected override async waits(): Promise<void> {
        if (isOpen) await once(hanging, "go on");
      }
    }
    await withCounter({ Client: Hanging }, async (store) => {
      isOpen = true;
      const reading = readCounters(store);
      await wait(0);
      await increment(store, "a");
      hanging.dispatchEvent(new Event("go on"));
      expect(await reading).toEqual({ a: 1 });
    });
  });

  test("tells what hinders it, and not that its first statement was hindered", () =>
    withCounter({}, async (_, schema) => {
      const options = { ...temporarySchema().options, schema, statement_timeout: SHORT };
      const other = await vi.waitFor(() => postgresStore(options), BUSY);
      await vi.waitFor(() => other.open([counters]), BUSY);
      const holder = new Client({ connectionString: server });
      await holder.connect();
      await holder.query(`begin; lock table "${schema}"."Counters" in access exclusive mode`);
      await expect(readCounters(other)).rejects.toThrow("did not answer in time");
      await holder.end();
      await expect.poll(() => readCounters(other)).toEqual({ a: 0 });
      await other.close();
    }));
});

/** Milliseconds in which a statement that waits for another is given up: on a busy machine also one that does not, which is tried again. */
const SHORT = 1_000;
const BUSY = { timeout: 60_000 };

/** However long a snapshot takes on a busy machine, writes wait for it. */
const PATIENT: Timers = { ...systemTimers, after: () => () => undefined };

/** Sends a read's beginning, and all behind it, later than it was asked to. */
class SlowToBegin extends Client {
  #slowness: Promise<unknown> | undefined;

  protected waits(): Promise<unknown> {
    return wait(100);
  }

  override query(...given: unknown[]): never {
    const [query] = given as [string | { text: string }];
    const text = typeof query === "string" ? query : query.text;
    if (text.includes("repeatable read")) this.#slowness = this.waits();
    const send = () => super.query(...(given as [never])) as unknown;
    return (this.#slowness?.then(send) ?? send()) as never;
  }
}

async function withCounter(
  differences: PostgresOptions,
  work: (store: Store, schema: string) => Promise<void>,
  timers = systemTimers,
): Promise<void> {
  const { options, release } = temporarySchema();
  const store = await openPostgres({ ...options, ...differences }, timers);
  try {
    await store.open([counters]);
    await store.write((transaction) => transaction.insert("Counters", [["a", 0]]));
    await work(store, String(options.schema));
  } finally {
    await store.close();
    await release();
  }
}
