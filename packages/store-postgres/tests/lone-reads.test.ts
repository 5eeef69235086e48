/** Reads of one row that come together travel over one connection, and each has its own answer. */
import { setTimeout as wait } from "node:timers/promises";
import type { Store } from "@tablewright/core/storage";
import { counters } from "@tablewright/store-contract/histories";
import { describe, expect, test } from "vitest";
import { postgresStore } from "../src/index.ts";
import { breakableWay } from "./breakable-way.ts";
import { server, temporarySchema } from "./temporary-schema.ts";

const IDS = Array.from({ length: 12 }, (_, at) => `counter ${at}`);

describe.skipIf(server === "")("reads of one row that come together", () => {
  test("take one connection of the pool, and leave it free", () =>
    withCounters(server, async (store) => {
      const before = store.connections?.().open ?? 0;
      expect(await readAll(store)).toEqual(IDS.map((id, at) => [id, at]));
      await expect.poll(() => store.connections?.()).toMatchObject({ open: before, idle: before });
    }));

  test("are answered when their connection breaks", async () => {
    const way = await breakableWay(server);
    await withCounters(way.url, async (store) => {
      way.block();
      const reading = readAll(store);
      await wait(5);
      way.drop();
      way.unblock();
      expect(await reading).toEqual(IDS.map((id, at) => [id, at]));
    });
    await way.close();
  });

  test("beyond 16 take another connection", () =>
    withCounters(server, async (store) => {
      const answers = await Promise.all([readAll(store), readAll(store), readAll(store)]);
      for (const answer of answers) expect(answer).toEqual(IDS.map((id, at) => [id, at]));
      const { open } = store.connections?.() ?? {};
      expect([3, 4], "three, and a spare one where all were taken at once").toContain(open);
    }));
});

/** What a call that reads one row by its key asks of a store, for each row at once. */
function readAll(store: Store): Promise<unknown[]> {
  const reads = IDS.map((id) =>
    store.read((transaction) => transaction.getByKeys("Counters", [[id]]), { keysOnly: true }),
  );
  return Promise.all(reads).then((found) => found.map(([row]) => row?.slice(0, 2)));
}

async function withCounters(connectionString: string, work: (store: Store) => Promise<void>): Promise<void> {
  const { options, release } = temporarySchema();
  const store = await postgresStore({ ...options, connectionString });
  await store.open([counters]);
  await store.write((transaction) =>
    transaction.insert(
      "Counters",
      IDS.map((id, at) => [id, at]),
    ),
  );
  try {
    await work(store);
  } finally {
    await store.close();
    await release();
  }
}
