/** The contract of stores on a node of a Galera cluster; some minutes, so only where `TABLEWRIGHT_WHOLE=1` asks for it. */
import { describeEngine, describeEngineMigrations } from "@tablewright/engine-tests";
import {
  describeMigrations,
  describeStore,
  type MigratingStore,
  type StoreUnderTest,
} from "@tablewright/store-contract";
import mysql from "mysql2/promise";
import { afterAll, beforeAll, describe, inject, test } from "vitest";
import { mysqlStore } from "../src/index.ts";
import { contentsOf } from "./contents-of.ts";
import { type Cluster, missingForCluster, startCluster } from "./galera-cluster.ts";

const installed = inject("installed");
const isSkipped = process.env.TABLEWRIGHT_WHOLE !== "1" || missingForCluster(installed) !== undefined;

if (isSkipped) describe.skip("a node of a cluster", () => test("keeps the contract", () => undefined));
else describe("a node of a cluster", describeNode);

function describeNode(): void {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await startCluster(installed, 3);
  });
  afterAll(() => cluster?.stop());

  const makeStore = async (): Promise<StoreUnderTest & MigratingStore> => {
    const node = cluster.nodes[0]?.url ?? "";
    const database = `test_${crypto.randomUUID().replaceAll("-", "")}`;
    await ask(node, `create database ${database}`);
    const address = new URL(`/${database}?accepts_loss=true&pool=6`, node).href;
    let store = await mysqlStore(address);
    return {
      store,
      reopen: async () => {
        await store.close();
        store = await mysqlStore(address);
        return store;
      },
      dispose: async () => {
        await store.close();
        await ask(node, `drop database ${database}`);
      },
      contents: () => contentsOf(database, (sql, values) => ask(node, sql, values)),
    };
  };
  describeStore("mysql", makeStore, { pushed: 0.2, grouped: 0.1 });
  describeEngine("mysql", makeStore, { effort: 0.1, joinsTexts: false, indexesFields: false });
  describeMigrations("mysql", makeStore, { altersInSteps: true, convertsBeside: false });
  describeEngineMigrations(makeStore);
}

async function ask(node: string, sql: string, values: readonly unknown[] = []) {
  const connection = await mysql.createConnection(node);
  const [rows] = await connection.query(sql, [...values]);
  await connection.end();
  return rows as Record<string, unknown>[];
}
