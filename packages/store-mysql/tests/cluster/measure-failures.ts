import { setTimeout } from "node:timers/promises";
import type { Store } from "@tablewright/core/storage";
import { counters } from "@tablewright/store-contract/histories";
import mysql from "mysql2/promise";
import { mysqlStore } from "../../src/index.ts";
import type { Cluster, ClusterNode } from "../galera-cluster.ts";
import { SteadyWriter } from "../steady-writer.ts";

/** Kills the third of three nodes while all are written to, starts it again, and cuts it off from the others. */
export async function measureFailures({ nodes }: Cluster, print: (line: string) => void): Promise<void> {
  const third = nodes[2] as ClusterNode;
  const stores = await storesOver(nodes);
  const writers = stores.map((store, at) => new SteadyWriter(store, `${at}`));
  const since = async (work: () => Promise<unknown>) => {
    const begun = performance.now();
    await work();
    return `${((performance.now() - begun) / 1_000).toFixed(1)} s`;
  };
  await setTimeout(2_000);
  await third.kill();
  print(
    `a node killed: the others go on after ${await since(() => Promise.all([writers[0]?.next(), writers[1]?.next()]))}`,
  );
  await setTimeout(1_000);
  print(`started again, it has caught up after ${await since(() => third.rejoin())}`);
  print(`its server goes on after ${await since(async () => writers[2]?.next())} more`);
  const earlier = writers[2]?.errors.length ?? 0;
  for (const node of nodes.slice(0, 2)) await node.pause();
  const isCutOff = async () => {
    while (!writers[2]?.errors.slice(earlier).some((error) => String(error).includes("cut off from")))
      await setTimeout(20);
  };
  print(`cut off from the others, it refuses writes after ${await since(isCutOff)}`);
  for (const node of nodes.slice(0, 2)) node.resume();
  print(
    `with the others again, all go on after ${await since(() => Promise.all(writers.map((one) => one.next())))}`,
  );
  for (const writer of writers) await writer.stop();
  const acknowledged = writers.flatMap((writer) => writer.acknowledged);
  for (const [at, store] of stores.entries()) {
    const rows = await store.read((one) => one.getByKeys("Counters", acknowledged));
    const lost = acknowledged.filter((_, place) => rows[place] === undefined).length;
    print(`node ${at + 1} has lost ${lost} of ${acknowledged.length} acknowledged rows`);
    await store.close();
  }
}

async function storesOver(nodes: readonly ClusterNode[]): Promise<readonly Store[]> {
  const connection = await mysql.createConnection(nodes[0]?.url ?? "");
  await connection.query("create database failures");
  await connection.end();
  const stores: Store[] = [];
  for (const { url } of nodes) {
    const store = await mysqlStore(`${new URL("/failures", url).href}?accepts_loss=true`);
    stores.push(store);
    await store.open([counters]);
  }
  return stores;
}
