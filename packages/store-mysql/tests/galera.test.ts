/** Three stores, each on its own node of a Galera cluster, as three server processes have them. */
import type { Store } from "@tablewright/core/storage";
import {
  describeSeveralProcesses,
  type SeveralProcesses,
  withStores,
} from "@tablewright/engine-tests/processes";
import { counters, increment, readCounters } from "@tablewright/store-contract/histories";
import mysql from "mysql2/promise";
import { afterAll, beforeAll, describe, expect, inject, test, vi } from "vitest";
import { rollServers } from "../../cli/tests/rolling/roll-servers.ts";
import { mysqlStore } from "../src/index.ts";
import { type Cluster, type ClusterNode, missingForCluster, startCluster } from "./galera-cluster.ts";
import { SteadyWriter } from "./steady-writer.ts";

const installed = inject("installed");
const missing = missingForCluster(installed);
if (missing !== undefined)
  process.stderr.write(`The tests on Galera are skipped: this machine has no ${missing}.\n`);

const COMING_BACK = { timeout: 60_000 };

describe.skipIf(missing !== undefined)("three stores on the nodes of a cluster", () => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await startCluster(installed, 3);
  });
  afterAll(() => cluster?.stop());

  const processes: SeveralProcesses = {
    openStore: mysqlStore,
    makeDatabase: async () => {
      const database = await makeDatabase();
      const addresses = cluster.nodes.map(
        ({ url }) => new URL(`/${database}?accepts_loss=true&pool=6`, url).href,
      );
      return { addresses, release: async () => undefined };
    },
    script: new URL("shared-database-process.ts", import.meta.url),
  };
  describeSeveralProcesses(processes);

  test.skipIf(process.env.TABLEWRIGHT_WHOLE !== "1")(
    "no row is without its values after three servers that started at once have replaced one under load",
    async () => {
      const database = await makeDatabase();
      const [first = "", ...others] = cluster.nodes.map(
        ({ url }) => new URL(`/${database}?accepts_loss=true`, url).href,
      );
      await rollServers(first, others);
    },
  );

  test("see what was acknowledged on another node", () =>
    withStores(processes, [counters], async ([one, other, last]) => {
      const third = last as Store;
      await one.write((transaction) => transaction.insert("Counters", [["a", 0]]));
      for (let round = 1; round <= 20; round++) {
        await increment(round % 2 === 0 ? one : other, "a");
        expect(await readCounters(third)).toEqual({ a: round });
        const [row] = await third.read((transaction) => transaction.getByKeys("Counters", [["a"]]), {
          keysOnly: true,
        });
        expect(row?.[1]).toBe(round);
      }
    }));

  test("lose nothing that was acknowledged when a node is killed, go on without it, and it catches up", () =>
    withStores(processes, [counters], async (stores) => {
      const writers = stores.map((store, at) => new SteadyWriter(store, `${at}`));
      await Promise.all(writers.map((writer) => writer.next()));
      const [one, other, third] = writers as [SteadyWriter, SteadyWriter, SteadyWriter];
      const killed = cluster.nodes[2] as ClusterNode;
      await killed.kill();
      await Promise.all([one.next(), other.next()]);
      expect(third.errors.at(-1)).toMatchObject({ code: "server/store-away" });
      await killed.rejoin();
      await Promise.all(writers.map((writer) => writer.next()));
      for (const writer of writers) await writer.stop();
      const acknowledged = writers.flatMap((writer) => writer.acknowledged);
      expect(one.errors).toEqual([]);
      for (const store of stores) {
        const rows = await store.read((one) => one.getByKeys("Counters", acknowledged));
        expect(acknowledged.filter((_, at) => rows[at] === undefined)).toEqual([]);
      }
    }));

  test("a node that is cut off from the others refuses writes in words, and goes on with them", () =>
    withStores(processes, [counters], async ([one, , last]) => {
      const third = last as Store;
      const cut = new SteadyWriter(third, "cut off");
      await cut.next();
      for (const at of [0, 1]) await cluster.nodes[at]?.pause();
      await expect.poll(() => String(cut.errors.at(-1))).toMatch(/cut off from the majority of its cluster/u);
      expect(cut.errors.at(-1)).toMatchObject({
        code: "server/store-away",
        reason: expect.stringMatching(/^is on a node that is cut off from the majority of its cluster/u),
      });
      await expect(third.check?.()).rejects.toThrow("cut off from the majority");
      for (const at of [0, 1]) cluster.nodes[at]?.resume();
      await cut.next();
      await cut.stop();
      expect(Object.keys(await readCounters(one))).toEqual(
        expect.arrayContaining(cut.acknowledged.map(([id]) => id)),
      );
    }));

  async function makeDatabase(): Promise<string> {
    const database = `test_${crypto.randomUUID().replaceAll("-", "")}`;
    // A node that did not get the processor in time has left the cluster, and comes back.
    await vi.waitFor(
      () => askNode(cluster.nodes[0]?.url ?? "", `create database if not exists ${database}`),
      COMING_BACK,
    );
    for (const { url } of cluster.nodes) await vi.waitFor(() => waitForNode(url), COMING_BACK);
    return database;
  }

  /** Until a node has carried out what was committed on others: a connection to a database does not wait for it. */
  function waitForNode(url: string): Promise<void> {
    return askNode(url, "set session wsrep_sync_wait = 1", "show databases");
  }

  async function askNode(url: string, ...statements: readonly string[]): Promise<void> {
    const connection = await mysql.createConnection(url);
    try {
      for (const statement of statements) await connection.query(statement);
    } finally {
      connection.destroy();
    }
  }
});
