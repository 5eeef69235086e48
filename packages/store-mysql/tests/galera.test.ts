/**
 * Three stores, each on its own node of a Galera cluster, as three server processes have them.
 * `TABLEWRIGHT_TEST_HISTORY=10000` makes so many transactions of three processes.
 */
import { createEngine, type Engine, loadDefinition } from "@tablewright/core";
import type { Store, StoredTable } from "@tablewright/core/storage";
import {
  checkHistory,
  lists,
  makeHistory,
  makeLists,
  readLists,
} from "@tablewright/store-contract/histories";
import mysql from "mysql2/promise";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { type MysqlOptions, mysqlStore } from "../src/index.ts";
import { readAddress } from "../src/mysql-options.ts";
import { counters, increment, readCounters } from "./counters.ts";
import { type Cluster, type ClusterNode, missingForCluster, startCluster } from "./galera-cluster.ts";
import { historiesOfProcesses } from "./histories-of-processes.ts";
import { SteadyWriter } from "./steady-writer.ts";

const installed = inject("installed");
const long = Number(process.env.TABLEWRIGHT_TEST_HISTORY ?? 0);
const missing = missingForCluster(installed);
if (missing !== undefined)
  process.stderr.write(`The tests on Galera are skipped: this machine has no ${missing}.\n`);

describe.skipIf(missing !== undefined)("three stores on the nodes of a cluster", () => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await startCluster(installed, 3);
  });
  afterAll(() => cluster?.stop());

  test("have an order in which transactions read what they did, and nothing is lost", () =>
    withStores([lists], async (stores) => {
      await makeLists(stores[0]);
      const clients = Array.from({ length: 6 }, (_, client) =>
        makeHistory(stores[client % 3] as Store, { client, transactions: 40, random: Math.random }),
      );
      const history = (await Promise.all(clients)).flat();
      expect(history.length).toBeGreaterThan(100);
      for (const store of stores) expect(checkHistory(history, await readLists(store))).toBe(undefined);
    }));

  test.skipIf(long === 0)(
    `${long} transactions of three processes have such an order`,
    { timeout: 900_000 },
    () =>
      withStores([lists], async (stores, database) => {
        await makeLists(stores[0]);
        const history = await historiesOfProcesses(
          cluster.nodes.map(({ url }) => new URL(`/${database}`, url).href),
          long,
        );
        for (const store of stores) expect(checkHistory(history, await readLists(store))).toBe(undefined);
      }),
  );

  test("see what was acknowledged on another node", () =>
    withStores([counters], async ([one, other, third]) => {
      await one.write((transaction) => transaction.insert("Counters", [["a", 0]]));
      for (let round = 1; round <= 20; round++) {
        await increment(round % 2 === 0 ? one : other, "a");
        expect(await readCounters(third)).toEqual({ a: round });
        const [row] = await third.read((transaction) => transaction.getByKeys("Counters", [["a"]]), {
          once: true,
        });
        expect(row?.[1]).toBe(round);
      }
    }));

  test("lose no change of one row, and all end", () =>
    withStores([counters], async (stores) => {
      await stores[0].write((transaction) => transaction.insert("Counters", [["a", 0]]));
      const clients = Array.from({ length: 6 }, async (_, client) => {
        for (let at = 0; at < 5; at++) await increment(stores[client % 3] as Store, "a");
      });
      await Promise.all(clients);
      expect(await readCounters(stores[1])).toEqual({ a: 30 });
    }));

  test("give every row a number of its own, without a gap", () =>
    withStores([counters], async (stores) => {
      const clients = Array.from({ length: 6 }, async (_, client) => {
        const store = stores[client % 3] as Store;
        for (let time = 0; time < 3; time++) {
          await store.write((transaction) =>
            transaction.insert("Counters", [[`${client}.${time}a`], [`${client}.${time}b`]]),
          );
          await store.write((transaction) => transaction.delete("Counters", [[`${client}.${time}a`]]));
        }
      });
      await Promise.all(clients);
      const keys = Object.keys(await readCounters(stores[0])).map((id) => [id]);
      for (const store of stores) {
        const rows = await store.read((transaction) => transaction.getByKeys("Counters", keys));
        expect(rows.map((row) => row?.at(-1))).toEqual(Array.from({ length: 18 }, (_, at) => at + 1));
      }
    }));

  test("cannot both leave when one has to stay", () =>
    withEngines(async ([one, other]) => {
      for (let round = 0; round < 5; round++) {
        await one.add("Guards", [
          { Guard: `a${round}`, Post: `${round}` },
          { Guard: `b${round}`, Post: `${round}` },
        ]);
        const left = await Promise.all([
          one.edit("Guards", [{ Guard: `a${round}`, Stays: "N" }]),
          other.edit("Guards", [{ Guard: `b${round}`, Stays: "N" }]),
        ]);
        expect(left.filter(({ ok }) => ok)).toHaveLength(1);
      }
    }));

  test("give no number twice", () =>
    withEngines(async (engines) => {
      const calls = Array.from({ length: 12 }, (_, at) => {
        const engine = engines[at % 3] as Engine;
        return at % 2 === 0
          ? engine.add("Receipts", [{}, {}])
          : engine.add("Invoices", [{ Day: "2026-03-14" }]);
      });
      const answers = await Promise.all(calls);
      expect(answers.map(({ ok }) => ok)).toEqual(calls.map(() => true));
      const numbers = (column: string) =>
        answers
          .flatMap((one) => (one.ok ? one.rows : []))
          .filter((row) => row[column] !== undefined)
          .map((row) => Number(row[column]))
          .toSorted((left, right) => left - right);
      expect(numbers("Receipt")).toEqual(Array.from({ length: 12 }, (_, at) => at + 1));
      expect(numbers("Number")).toEqual(Array.from({ length: 6 }, (_, at) => at + 1));
    }));

  test("may start at the same time on an empty database", async () => {
    const database = await makeDatabase();
    const stores = await Promise.all(cluster.nodes.map(({ url }) => mysqlStore(optionsOf(url, database))));
    await Promise.all(stores.map((store) => store.open([counters])));
    await Promise.all(
      stores.map((store, at) => store.write((one) => one.insert("Counters", [[`${at}`, at]]))),
    );
    expect(Object.keys(await readCounters(stores[0] as Store)).toSorted()).toEqual(["0", "1", "2"]);
    await Promise.all(stores.map((store) => store.close()));
  });

  test("lose nothing that was acknowledged when a node is killed, go on without it, and it catches up", () =>
    withStores([counters], async (stores) => {
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
    withStores([counters], async (stores) => {
      const cut = new SteadyWriter(stores[2], "cut off");
      await cut.next();
      for (const at of [0, 1]) cluster.nodes[at]?.signal("SIGSTOP");
      await expect.poll(() => String(cut.errors.at(-1))).toMatch(/cut off from the majority of its cluster/u);
      expect(cut.errors.at(-1)).toMatchObject({ code: "server/store-away" });
      await expect(stores[2].check?.()).rejects.toThrow("cut off from the majority");
      for (const at of [0, 1]) cluster.nodes[at]?.signal("SIGCONT");
      await cut.next();
      await cut.stop();
      expect(Object.keys(await readCounters(stores[0]))).toEqual(
        expect.arrayContaining(cut.acknowledged.map(([id]) => id)),
      );
    }));

  async function makeDatabase(): Promise<string> {
    const database = `test_${crypto.randomUUID().replaceAll("-", "")}`;
    const connection = await mysql.createConnection(cluster.nodes[0]?.url ?? "");
    await connection.query(`create database ${database}`);
    await connection.end();
    for (const { url } of cluster.nodes) await waitForNode(url);
    return database;
  }

  /** Until a node has carried out what was committed on others: a connection to a database does not wait for it. */
  async function waitForNode(url: string): Promise<void> {
    const connection = await mysql.createConnection(url);
    await connection.query("set session wsrep_sync_wait = 1");
    await connection.query("show databases");
    await connection.end();
  }

  async function withStores(
    tables: readonly StoredTable[],
    work: (stores: readonly [Store, Store, Store], database: string) => Promise<void>,
  ): Promise<void> {
    const database = await makeDatabase();
    const stores: Store[] = [];
    try {
      for (const { url } of cluster.nodes) {
        const store = await mysqlStore(optionsOf(url, database));
        stores.push(store);
        await store.open(tables);
      }
      await work(stores as unknown as readonly [Store, Store, Store], database);
    } finally {
      for (const store of stores) await store.close();
    }
  }

  async function withEngines(
    work: (engines: readonly [Engine, Engine, Engine]) => Promise<void>,
  ): Promise<void> {
    const { output: definition } = loadDefinition(DEFINITION);
    if (definition === undefined) throw new Error("The definition does not load.");
    const services = { now: () => Date.now(), random: Math.random, newId: () => crypto.randomUUID() };
    await withStores([], async (stores) => {
      const engines: Engine[] = [];
      for (const store of stores) engines.push(await createEngine({ definition, store, services }));
      await work(engines as unknown as readonly [Engine, Engine, Engine]);
    });
  }
});

function optionsOf(url: string, database: string): MysqlOptions {
  return { ...readAddress(url), database, acceptsLoss: true, pool: 6 };
}

const DEFINITION = `
tablewright: 1
app: { id: beside, name: Beside, owner: owner@example.com }
tables:
  Invoices:
    key: [Number]
    columns:
      Number: { type: Number, initialValue: 'MAX(Invoices[Number]) + 1' }
      Day: { type: Date }
  Receipts:
    key: [Receipt]
    columns: { Receipt: { type: Number, autoNumber: true } }
  Guards:
    key: [Guard]
    columns:
      Guard: { type: Text }
      Post: { type: Text }
      Stays:
        type: Yes/No
        initialValue: "TRUE"
        validIf: 'OR([_THIS], COUNT(SELECT(Guards[Guard], AND([Post] = [_THISROW].[Post], [Stays], [Guard] <> [_THISROW].[Guard]))) > 0)'
`;
